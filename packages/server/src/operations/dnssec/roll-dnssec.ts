/**
 * POST /v1/domains/{domain}/dnssec/roll. The new key signs alongside the old one, which leaves when no
 * resolver depends on it (domains/dnssec-phase.ts). Asked for twice, it happens once.
 */
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { Refusal } from '../../base/errors.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { phaseAfterRoll } from '../../domains/dnssec-phase.ts';
import { happened } from '../../facts/fact.ts';
import { enterPhase } from '../../publication/dnssec-change.ts';
import { addKey } from '../../publication/roll-key.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { update } from '../../storage/row-write.ts';
import { domainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { assertChangeable, domainKey, loadLocked } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { begun, dnssecView, loadShown, type ShownKey } from './dnssec-view.ts';

export const rollDnssec = changeOperation('rollDnssec', {
  parse: ({ domain, compromised = false }) => ({ domain, isUrgent: compromised }),

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input) {
    const domain = await loadLocked(reader, call, input.domain);
    const row = await reader.first(findDnssec, { domainId: domain.id });
    return { domain, row, shown: await loadShown(reader, domain, row) };
  },

  decide(call, input, { domain, row, shown }) {
    const { services, now } = call;
    const view = { ...shown, defaultNameservers: services.rules.defaultNameservers, now };
    assertChangeable(domain);
    const phase = phaseAfterRoll(row?.phase ?? null, input);
    if (row?.foreignDs != null) {
      throw new Refusal(
        'dnssec_unavailable',
        'Another operator signs this domain, and replaces its keys.',
      );
    }
    if (row === undefined || phase === null) {
      throw new Refusal(
        'dnssec_unavailable',
        'A key can be replaced while DNSSEC is on. `GET …/dnssec` shows what it waits for.',
      );
    }
    const isUrgent = input.isUrgent || (row.isUrgent && row.phase !== 'on');
    const isSame = phase === row.phase && isUrgent === row.isUrgent;
    if (isSame) return { answer: { dnssec: dnssecView(domain, row, view) }, change: noChange };
    const cause = input.isUrgent ? 'compromised' : 'request';
    const facts = [happened(call, { kind: 'dnssec.rolling', domain: domain.name, cause })];
    if (phase === row.phase) {
      const rows = [update(domainDnssec, { domainId: domain.id }, { isUrgent })];
      const answer = { dnssec: dnssecView(domain, { ...row, isUrgent }, view) };
      return { answer, change: { rows, facts } };
    }
    const after = { ...row, ...begun, phase, since: now, isUrgent };
    const entered = combine(enterPhase(domain, phase, { now, isUrgent }), { facts });
    if (row.phase !== 'on') {
      return { answer: { dnssec: dnssecView(domain, after, view) }, change: entered };
    }
    const { keys, change } = beginRoll(domain, shown.keys, { secrets: services.secrets, now });
    const rolling = { ...view, keys, isResigning: true };
    return {
      answer: { dnssec: dnssecView(domain, after, rolling) },
      change: combine(entered, change),
    };
  },
});

/** The keys after it, and what is written for them. */
export function beginRoll(
  { id }: Pick<Domain, 'id'>,
  old: readonly ShownKey[],
  { secrets, now }: { readonly secrets: Pick<SecretBox, 'seal'>; readonly now: number },
): { readonly keys: readonly ShownKey[]; readonly change: Change } {
  const key = ZoneKey.generate();
  return {
    keys: [
      ...old.map((each) => ({ ...each, stage: 'leaving' as const })),
      { id: '', dnskey: key.dnskey, stage: 'prepared' },
    ],
    change: addKey(id, old, { key, secrets, now }),
  };
}
