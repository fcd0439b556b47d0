/**
 * PUT /v1/domains/{domain}/dnssec. The zone is signed in the background, and the registry gets the DS
 * record last (domains/dnssec-phase.ts). Turned on again on its way off, it keeps its key. With `ds` the
 * registry gets the DS records of another operator, whose nameservers the domain has. With `foreignKeys` the zone
 * publishes the keys of another operator beside its own (foreign-keys.ts).
 */
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { invalidRequest, Refusal } from '../../base/errors.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { phaseAfterOn } from '../../domains/dnssec-phase.ts';
import { isForeign } from '../../domains/keys-with-ds.ts';
import { happened } from '../../facts/fact.ts';
import { formatDay } from '../../notices/notice-dates.ts';
import { beginSigning, loadApex } from '../../publication/begin-signing.ts';
import { enterPhase, newDnssecRow, sendForeignDs } from '../../publication/dnssec-change.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { assertChangeable, domainKey, loadDomain, loadLocked } from '../loading.ts';
import { type Call, changeOperation } from '../operation.ts';
import { requireNoTransferOut, requireRegistered } from '../transfers/transfer-lock.ts';
import {
  areChanging,
  begun,
  delegationOf,
  dnssecView,
  isServedHere,
  loadShown,
  type ShownDnssec,
} from './dnssec-view.ts';
import { parseForeignDs, requireKeys, requireServedKey } from './foreign-ds.ts';
import { decideForeignKeys, parseForeignKeys } from './foreign-keys.ts';

interface Parsed {
  readonly domain: string;
  /** Null: the zone is signed here. */
  readonly foreignDs: readonly string[] | null;
  readonly isForced: boolean;
  /** The data of DNSKEY records of another operator; null where none are given. */
  readonly foreignKeys: readonly Uint8Array[] | null;
}

export const enableDnssec = changeOperation('enableDnssec', {
  parse: ({ domain, ds, foreignKeys, force = false }): Parsed => {
    if (ds !== undefined && foreignKeys !== undefined) {
      throw invalidRequest({
        path: 'foreignKeys',
        message: 'cannot be sent with `ds`: DS records are made of these keys',
      });
    }
    return {
      domain,
      foreignDs: ds === undefined ? null : parseForeignDs(ds),
      isForced: force,
      foreignKeys: foreignKeys === undefined ? null : parseForeignKeys(foreignKeys),
    };
  },

  /** What the nameservers publish, where that is needed and known. */
  async prepare(reader, call, { domain, foreignDs, isForced }) {
    if (foreignDs === null) return null;
    const { name } = await loadDomain(reader, call, domain);
    const { registrar, findDnskeys } = call.services;
    const isNeeded = !isForced || registrar.capabilitiesFor(name).dnssecKeys;
    return isNeeded ? findDnskeys(name) : null;
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input) {
    const domain = await loadLocked(reader, call, input.domain);
    const row = await reader.first(findDnssec, { domainId: domain.id });
    const [shown, apex] = await Promise.all([
      loadShown(reader, domain, row),
      domain.signing === 'off' && domain.state === 'live' ? loadApex(reader, domain) : [],
    ]);
    return { domain, row, shown, apex };
  },

  decide(call, { foreignDs, foreignKeys }, { domain, row, shown, apex }, served) {
    const { services, now } = call;
    const { defaultNameservers, soaDefaults } = services.rules;
    const view = { ...shown, defaultNameservers, now };
    assertChangeable(domain);
    if (foreignDs !== null) {
      return decideForeign(call, { domain, row, shown }, { foreignDs, served });
    }
    if (foreignKeys !== null) {
      const delegation = delegationOf(domain.nameservers, view);
      const loaded = { domain, row, keys: shown.keys, delegation, apex };
      const decided = decideForeignKeys(call, loaded, {
        given: foreignKeys,
        requireReady: () => requireReady(call, domain),
      });
      const { keys, change } = decided;
      const isResigning = shown.isResigning || areChanging(keys);
      const after = { ...view, keys, isResigning };
      return { answer: { dnssec: dnssecView(decided.domain, decided.row, after) }, change };
    }
    if (row !== undefined && row.foreignDs !== null) {
      throw unavailable(
        'Another operator signs this domain. Send its DNSKEY records (`foreignKeys`) to move it here while it stays signed, or turn DNSSEC off first, and on again when it is off.',
      );
    }
    const phase = phaseAfterOn(row?.phase ?? null);
    if (row !== undefined && phase === row.phase) {
      return { answer: { dnssec: dnssecView(domain, row, view) }, change: noChange };
    }
    requireReady(call, domain);
    if (!isServedHere(domain.nameservers, view)) {
      throw unavailable(
        "Some nameservers of this domain don't belong to this service and would answer without signatures. Switch to the nameservers of this service, add yours as secondaries of the domain, or send the DS records of the DNS provider that signs it (`ds`).",
      );
    }
    if (phase === null || (row === undefined && domain.signing !== 'off')) {
      throw unavailable('DNSSEC is being turned off. Try again in a few minutes.');
    }
    const facts = [happened(call, { kind: 'dnssec.turning_on', domain: domain.name })];
    const after = { ...started, phase, since: now };
    if (row !== undefined) {
      if (shown.keys.length > 1) {
        const what = shown.keys.some(isForeign)
          ? 'it had keys of another operator'
          : 'its key was being replaced';
        throw unavailable(`DNSSEC was turned off while ${what}. Turn it on when it is off.`);
      }
      const answer = { dnssec: dnssecView(domain, after, view) };
      return { answer, change: combine(enterPhase(domain, phase, { now }), { facts }) };
    }
    const key = ZoneKey.generate();
    const { secrets } = services;
    const signing = beginSigning(domain, apex, { key, secrets, soaDefaults, now });
    const signed = { ...domain, signing: 'listing' } as const;
    return {
      answer: {
        dnssec: dnssecView(signed, after, {
          ...view,
          keys: [{ id: '', dnskey: key.dnskey, stage: 'current' }],
        }),
      },
      change: combine(signing, { rows: [newDnssecRow(domain.id, now)], facts }),
    };
  },
});

const started = { ...begun, isUrgent: false, foreignDs: null } as const;

/** The registry gets these DS records; the zone here stays unsigned. */
function decideForeign(
  call: Call,
  {
    domain,
    row,
    shown,
  }: {
    readonly domain: Domain;
    readonly row: DomainDnssec | undefined;
    readonly shown: ShownDnssec;
  },
  {
    foreignDs,
    served,
  }: { readonly foreignDs: readonly string[]; readonly served: readonly Uint8Array[] | null },
) {
  const { now } = call;
  const { defaultNameservers } = call.services.rules;
  const view = { ...shown, defaultNameservers, now };
  const isSent = (ds: readonly string[]) =>
    row?.foreignDs?.join() === ds.join() && (row.phase === 'on' || row.phase === 'sending_ds');
  const unchanged = () => ({
    answer: { dnssec: dnssecView(domain, row, view) },
    change: noChange,
  });
  if (isSent(foreignDs)) return unchanged();
  requireReady(call, domain);
  if (isServedHere(domain.nameservers, view)) {
    throw unavailable(
      'The nameservers of this service answer for this domain. Leave out `ds`, and they sign it.',
    );
  }
  if (domain.signing !== 'off' || (row !== undefined && row.foreignDs === null)) {
    throw unavailable(
      'This domain is signed here. Turn DNSSEC off first, and wait until it is off.',
    );
  }
  const { dnssecKeys } = call.services.registrar.capabilitiesFor(domain.name);
  if (!dnssecKeys) requireServedKey(domain.name, foreignDs, served);
  const given = dnssecKeys
    ? requireKeys(domain.name, foreignDs, served)
    : { foreignDs, foreignKeys: null };
  if (isSent(given.foreignDs)) return unchanged();
  const fact = { kind: 'dnssec.turning_on', domain: domain.name } as const;
  const after = { ...started, ...given, phase: 'sending_ds', since: now } as const;
  const sent: Change = sendForeignDs(domain, { given, isNew: row === undefined, now });
  return {
    answer: { dnssec: dnssecView(domain, after, view) },
    change: combine(sent, { facts: [happened(call, fact)] }),
  };
}

function requireReady(call: Call, domain: Domain): void {
  requireRegistered(domain);
  requireNoTransferOut(domain);
  if (!call.services.registrar.capabilitiesFor(domain.name).dnssec) {
    throw unavailable(
      'The registry of this domain takes no DS records, so that resolvers could not validate it. DNSSEC cannot be turned on.',
    );
  }
  requireStaying(call, domain);
}

/** A DS record that stays behind would break the name. */
function requireStaying({ now }: Pick<Call, 'now'>, domain: Domain): void {
  if (domain.expiresAt <= now) {
    throw unavailable('This domain has expired. Renew it first.');
  }
  const { authCodeExpiresAt } = domain;
  if (authCodeExpiresAt !== null && authCodeExpiresAt > now) {
    throw unavailable(
      `This domain can be transferred to another registrar with its auth code until ${formatDay(authCodeExpiresAt)}. Turn DNSSEC on after that.`,
    );
  }
}

function unavailable(message: string): Refusal {
  return new Refusal('dnssec_unavailable', message);
}
