/**
 * DELETE /v1/domains/{domain}/dnssec. The DS record goes first, the signatures after its TTL. A domain that only
 * another operator answers for, whose keys are published here, keeps the DS records of that one.
 */
import { newId } from '../../base/ids.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import type { DnssecOffCause } from '../../facts/dnssec.ts';
import { type Fact, happened } from '../../facts/fact.ts';
import {
  enterPhase,
  handOver,
  keptDs,
  stepOff,
  type TurnedOff,
} from '../../publication/dnssec-change.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import { assertChangeable, domainKey, loadLocked } from '../loading.ts';
import { type Call, changeOperation } from '../operation.ts';
import { begun, delegationOf, dnssecView, loadShown } from './dnssec-view.ts';
import { unfollow } from './follow-cds.ts';

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
    const { defaultNameservers } = call.services.rules;
    const view = { ...shown, followed: undefined, defaultNameservers, now };
    const ended = unfollow({ ...call, operationId: newId('act') }, domain, shown.followed);
    const unchanged = { answer: { dnssec: dnssecView(domain, row, view) }, change: ended };
    if (row === undefined) return unchanged;
    const signed = {
      row,
      keys: shown.keys,
      delegation: delegationOf(domain.zone.nameservers, { ...shown, defaultNameservers }),
    };
    const step = stepOff(signed);
    if (step === null) return unchanged;
    const after = { ...row, ...begun, since: now, isUrgent: false };
    const turned = turnOffBecause(call, domain, { ...signed, cause: 'request' });
    const change = combine(turned, ended);
    if (step.kind === 'enter') {
      return {
        answer: { dnssec: dnssecView(domain, { ...after, phase: step.phase }, view) },
        change,
      };
    }
    const handedOver = { ...after, phase: 'on', ...keptDs(domain, shown.keys) } as const;
    return { answer: { dnssec: dnssecView(domain, handedOver, { ...view, keys: [] }) }, change };
  },
});

/** Nothing where it is being turned off already. `call` has an id for the fact. */
export function turnOffBecause(
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  domain: DomainWith<'id' | 'name' | 'desiredRevision'>,
  { cause, ...signed }: TurnedOff & { readonly cause: DnssecOffCause },
): Change {
  const { now } = call;
  const { name } = domain;
  const step = stepOff(signed);
  if (step === null) return noChange;
  if (step.kind !== 'enter') {
    const ds = keptDs(domain, signed.keys).foreignDs;
    const fact = { kind: 'dnssec.ds_kept', domain: name, ds } as const;
    return combine(handOver(domain, signed.keys, now), { facts: [happened(call, fact)] });
  }
  const fact: Fact =
    step.phase === 'confirming_nameservers'
      ? { kind: 'dnssec.handing_over', domain: name }
      : { kind: 'dnssec.turning_off', domain: name, cause };
  return combine(enterPhase(domain, step.phase, { now }), { facts: [happened(call, fact)] });
}
