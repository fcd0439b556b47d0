/**
 * PUT /v1/domains/{domain}/dnssec. The zone is signed in the background, and the registry gets the DS
 * record last (domains/dnssec-phase.ts). Turned on again on its way off, it keeps its key. With `ds` the
 * registry gets the DS records of another operator, whose nameservers the domain has; with `followCds` it
 * gets those that the nameservers publish (follow-cds.ts). With `foreignKeys` the zone publishes the keys of
 * another operator beside its own (foreign-keys.ts).
 */
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { invalidRequest } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { phaseAfterOn } from '../../domains/dnssec-phase.ts';
import { isForeign } from '../../domains/keys-with-ds.ts';
import { happened } from '../../facts/fact.ts';
import { beginSigning, loadApex } from '../../publication/begin-signing.ts';
import { enterPhase, newDnssecRow, sendForeignDs } from '../../publication/dnssec-change.ts';
import { publishHeld } from '../../publication/publish-nameservers.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { update } from '../../storage/row-write.ts';
import { type DomainDnssec, domainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import { type Domain, domains } from '../../storage/tables/domains/domains.ts';
import { assertChangeable, domainKey, loadDomain, loadLocked } from '../loading.ts';
import { type Call, changeOperation } from '../operation.ts';
import {
  areChanging,
  begun,
  delegationOf,
  dnssecView,
  isServedHere,
  loadShown,
  type ShownDnssec,
} from './dnssec-view.ts';
import { followChange, unfollow } from './follow-cds.ts';
import { parseForeignDs, requireKeys, requireServedKey } from './foreign-ds.ts';
import { decideForeignKeys, parseForeignKeys } from './foreign-keys.ts';
import { findOwnHosts, hostsToNote } from './own-hosts.ts';
import { requireReady, requireUnsignedHere, unavailable } from './require-ready.ts';

interface Parsed {
  readonly domain: string;
  /** Null: the zone is signed here. */
  readonly foreignDs: readonly string[] | null;
  readonly isForced: boolean;
  /** The data of DNSKEY records of another operator; null where none are given. */
  readonly foreignKeys: readonly Uint8Array[] | null;
  /** Null: as before. */
  readonly followsCds: boolean | null;
}

export const enableDnssec = changeOperation('enableDnssec', {
  parse: ({ domain, ds, foreignKeys, force = false, followCds = null }): Parsed => {
    if (foreignKeys !== undefined) {
      refuseWithForeignKeys(ds, '`ds`: DS records are made of these keys');
      refuseWithForeignKeys(followCds, '`followCds`: the DS records of these keys are kept');
    }
    return {
      domain,
      foreignDs: ds === undefined ? null : parseForeignDs(ds),
      isForced: force,
      foreignKeys: foreignKeys === undefined ? null : parseForeignKeys(foreignKeys),
      followsCds: followCds,
    };
  },

  /** What the nameservers publish, where that is needed and known. */
  async prepare(reader, call, { domain: pathName, foreignDs, foreignKeys, isForced, followsCds }) {
    const domain = await loadDomain(reader, call, pathName);
    if (foreignDs === null) {
      if (followsCds !== null) return nothingAsked;
      const row = await reader.first(findDnssec, { domainId: domain.id });
      const isRepeated = row !== undefined && phaseAfterOn(row.phase) === row.phase;
      if (foreignKeys === null && isRepeated) return nothingAsked;
      const { nameservers } = domain.zone;
      return {
        served: null,
        asked: await findOwnHosts(reader, call, { domain, row }, nameservers),
      };
    }
    const { registrar, findDnskeys } = call.services;
    const isNeeded = !isForced || registrar.capabilitiesFor(domain.name).dnssecKeys;
    return { served: isNeeded ? await findDnskeys(domain.name) : null, asked: null };
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input) {
    const domain = await loadLocked(reader, call, input.domain);
    const row = await reader.first(findDnssec, { domainId: domain.id });
    const [shown, apex] = await Promise.all([
      loadShown(reader, domain, row),
      domain.zone.signing === 'off' && domain.state === 'live' ? loadApex(reader, domain) : [],
    ]);
    return { domain, row, shown, apex };
  },

  decide(
    call,
    { foreignDs, foreignKeys, followsCds },
    { domain, row, shown: before, apex },
    { served, asked },
  ) {
    const { services, now } = call;
    const { defaultNameservers, soaDefaults } = services.rules;
    assertChangeable(domain);
    // The operation's own id belongs to the fact about `ds`, where both are sent.
    const followCall = foreignDs === null ? call : { ...call, operationId: newId('act') };
    const follow = followChange(followCall, { domain, row, shown: before }, followsCds);
    const ownHosts = asked === null ? null : hostsToNote(asked, before.ownHosts, domain);
    const known = ownHosts === null ? {} : { ownHosts };
    const shown = { ...before, ...known, followed: follow.followed };
    const view = { ...shown, defaultNameservers, now };
    if (foreignDs !== null) {
      const given = decideForeign(call, { domain, row, shown }, { foreignDs, served });
      return { ...given, change: combine(follow.change, given.change) };
    }
    if (followsCds !== null) {
      return { answer: { dnssec: dnssecView(domain, row, view) }, change: follow.change };
    }
    if (foreignKeys !== null) {
      const delegation = delegationOf(domain.zone.nameservers, view);
      const loaded = { domain, row, keys: shown.keys, delegation, apex };
      const decided = decideForeignKeys(call, loaded, foreignKeys);
      const { keys, change } = decided;
      const isResigning = shown.isResigning || areChanging(keys);
      const after = { ...view, keys, isResigning, followed: undefined };
      // From now on the registry has what the keys here and there need.
      const ended = unfollow({ ...call, operationId: newId('act') }, domain, shown.followed);
      return {
        answer: { dnssec: dnssecView(decided.domain, decided.row, after) },
        change: combine(change, ended, noteOwnHosts(row, ownHosts)),
      };
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
    if (!isServedHere(domain.zone.nameservers, view)) {
      throw unavailable(
        "Some nameservers of this domain don't belong to this service and would answer without signatures. Switch to the nameservers of this service, add yours as secondaries of the domain and let them answer with its zone, or send the DS records of the DNS provider that signs it (`ds`).",
      );
    }
    if (phase === null || (row === undefined && domain.zone.signing !== 'off')) {
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
      const change = combine(
        publishHeld(domain, soaDefaults),
        enterPhase(domain, phase, { now }),
        noteOwnHosts(row, ownHosts),
        { facts },
      );
      return { answer, change };
    }
    const key = ZoneKey.generate();
    const { secrets } = services;
    const signing = beginSigning(domain, apex, { key, secrets, soaDefaults, now });
    const signed = domains.changed(domain, { signing: 'listing' });
    return {
      answer: {
        dnssec: dnssecView(signed, after, {
          ...view,
          keys: [{ id: '', dnskey: key.dnskey, stage: 'current' }],
        }),
      },
      change: combine(signing, { rows: [newDnssecRow(domain.id, { ownHosts, now })], facts }),
    };
  },
});

const nothingAsked = { served: null, asked: null };

function noteOwnHosts(row: DomainDnssec | undefined, ownHosts: readonly string[] | null): Change {
  if (row === undefined || ownHosts === null) return noChange;
  return { rows: [update(domainDnssec, { domainId: row.domainId }, { ownHosts })] };
}

function refuseWithForeignKeys(other: unknown, reason: string): void {
  if (other == null) return;
  throw invalidRequest({ path: 'foreignKeys', message: `cannot be sent with ${reason}` });
}

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
  if (isServedHere(domain.zone.nameservers, view)) {
    throw unavailable(
      'The nameservers of this service answer for this domain. Leave out `ds`, and they sign it.',
    );
  }
  requireUnsignedHere(domain, row);
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
