/**
 * PUT /v1/domains/{domain}/dnssec. The zone is signed in the background, and the registry gets the DS
 * record last (domains/dnssec-phase.ts). Turned on again on its way off, it keeps its key.
 */
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { Refusal } from '../../base/errors.ts';
import { combine, noChange } from '../../changes/change.ts';
import { phaseAfterOn } from '../../domains/dnssec-phase.ts';
import { happened } from '../../facts/fact.ts';
import { formatDay } from '../../notices/notice-dates.ts';
import { beginSigning, loadApex } from '../../publication/begin-signing.ts';
import { enterPhase, newDnssecRow } from '../../publication/dnssec-change.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { assertChangeable, domainKey, loadLocked } from '../loading.ts';
import { type Call, changeOperation } from '../operation.ts';
import { requireNoTransferOut, requireRegistered } from '../transfers/transfer-lock.ts';
import { dnssecView, isServedHere, loadShown } from './dnssec-view.ts';

export const enableDnssec = changeOperation('enableDnssec', {
  parse: (input) => input,

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input) {
    const domain = await loadLocked(reader, call, input.domain);
    const row = await reader.first(findDnssec, { domainId: domain.id });
    const [shown, apex] = await Promise.all([
      loadShown(reader, domain, row),
      row === undefined && domain.state === 'live' ? loadApex(reader, domain) : [],
    ]);
    return { domain, row, shown, apex };
  },

  decide(call, _input, { domain, row, shown, apex }) {
    const { services, now } = call;
    const { defaultNameservers, soaDefaults } = services.rules;
    const view = { ...shown, defaultNameservers, now };
    const phase = phaseAfterOn(row?.phase ?? null);
    assertChangeable(domain);
    if (row !== undefined && phase === row.phase) {
      return { answer: { dnssec: dnssecView(domain, row, view) }, change: noChange };
    }
    requireRegistered(domain);
    requireNoTransferOut(domain);
    requireStaying(call, domain);
    if (!isServedHere(domain.nameservers, view)) {
      throw unavailable(
        'Some nameservers of this domain are not of this service and would answer without signatures. Use the nameservers of this service first, or add yours as secondaries of the domain.',
      );
    }
    if (phase === null || (row === undefined && domain.signing !== 'off')) {
      throw unavailable('DNSSEC is being turned off. Try again in a few minutes.');
    }
    const facts = [happened(call, { kind: 'dnssec.turning_on', domain: domain.name })];
    const after = { phase, since: now, dueAt: null, refusal: null, isUrgent: false };
    if (row !== undefined) {
      if (shown.keys.length > 1) {
        throw unavailable(
          'DNSSEC was turned off while its key was being replaced. Turn it on when it is off.',
        );
      }
      const answer = { dnssec: dnssecView(domain, after, view) };
      return { answer, change: combine(enterPhase(domain, phase, { now }), { facts }) };
    }
    const key = ZoneKey.generate();
    const { secrets } = services;
    const begun = beginSigning(domain, apex, { key, secrets, soaDefaults, now });
    const signed = { ...domain, signing: 'listing' } as const;
    return {
      answer: {
        dnssec: dnssecView(signed, after, {
          ...view,
          keys: [{ id: '', dnskey: key.dnskey, stage: 'current' }],
        }),
      },
      change: combine(begun, { rows: [newDnssecRow(domain.id, now)], facts }),
    };
  },
});

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
