/** POST /v1/domains/{domain}/dns. */
import { limits } from '@hostmaster/contract';
import { newId } from '../../base/ids.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { assertChangeable, domainKey, loadZoneAt, loadZoneDomain } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { isPending, recordView } from '../views.ts';
import { isDname, planDnames, plannedConflict } from './dname-places.ts';
import { changeRecords, loadEdits } from './record-change.ts';
import { clampTtl, requireRecord, requireRecordName } from './record-input.ts';
import { recordVersion, requireZoneVersion } from './versions.ts';

export const createRecord = changeOperation('createRecord', {
  parse(input) {
    // A path without a valid name becomes 404 in `load`; the body is validated first, with any origin.
    const origin = normaliseDomainName(input.domain) ?? 'invalid';
    const name = requireRecordName(input.name ?? '@', origin);
    const record = {
      id: newId('rec'),
      ttlSeconds: clampTtl(input.ttl ?? limits.ttlSecondsDefault),
      ...requireRecord({ type: input.type, name, value: input.value }, origin),
    };
    return { domain: input.domain, record };
  },

  isLong: ({ type }) => type === 'DNAME',

  async prepare(reader, call, { domain: pathName, record }) {
    if (!isDname(record)) return null;
    const domain = await loadZoneDomain(reader, call, pathName);
    return planDnames(reader, domain, { removed: [], added: [record] });
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, { domain: pathName, record }, dnames) {
    const { domain, held } = await loadZoneAt(reader, call, pathName, record);
    const { limits } = call.services.rules;
    const edits = [{ kind: 'create', record } as const];
    const dnameConflict = plannedConflict(dnames, domain);
    return loadEdits(reader, { domain, edits, limits, held, dnameConflict });
  },

  decide(call, { record }, edits) {
    const { domain } = edits;
    requireZoneVersion(call, domain);
    assertChangeable(domain);
    const { change } = changeRecords(call, edits);
    return {
      answer: { record: recordView(record), pendingFulfillment: isPending(domain) },
      change,
    };
  },

  versionOf: ({ record }) => recordVersion(record),
});
