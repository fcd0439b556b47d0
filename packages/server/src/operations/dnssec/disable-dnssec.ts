/** DELETE /v1/domains/{domain}/dnssec. The DS record goes first, the signatures after its TTL. */
import { type Change, combine, noChange } from '../../changes/change.ts';
import { phaseAfterOff } from '../../domains/dnssec-phase.ts';
import type { DnssecOffCause } from '../../facts/dnssec.ts';
import { happened } from '../../facts/fact.ts';
import { turnOff } from '../../publication/dnssec-change.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { assertChangeable, domainKey, loadLocked } from '../loading.ts';
import { type Call, changeOperation } from '../operation.ts';
import { begun, dnssecView, loadShown } from './dnssec-view.ts';

export const disableDnssec = changeOperation('disableDnssec', {
  parse: (input) => input,

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input) {
    const domain = await loadLocked(reader, call, input.domain);
    const row = await reader.first(findDnssec, { domainId: domain.id });
    return { domain, row, shown: await loadShown(reader, domain, row) };
  },

  decide(call, _input, { domain, row, shown }) {
    assertChangeable(domain);
    const { now } = call;
    const view = { ...shown, defaultNameservers: call.services.rules.defaultNameservers, now };
    const phase = row === undefined ? null : phaseAfterOff(row.phase);
    const after =
      row === undefined || phase === null || phase === row.phase
        ? row
        : { ...row, ...begun, phase, since: now, isUrgent: false };
    return {
      answer: { dnssec: dnssecView(domain, after, view) },
      change:
        row === undefined ? noChange : turnOffBecause(call, domain, { row, cause: 'request' }),
    };
  },
});

/** Nothing where it is being turned off already. `call` has an id for the fact. */
export function turnOffBecause(
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  domain: Pick<Domain, 'id' | 'name' | 'desiredRevision'>,
  { row, cause }: { readonly row: DomainDnssec; readonly cause: DnssecOffCause },
): Change {
  const change = turnOff(domain, row, call.now);
  if (change === noChange) return noChange;
  const fact = { kind: 'dnssec.turning_off', domain: domain.name, cause } as const;
  return combine(change, { facts: [happened(call, fact)] });
}
