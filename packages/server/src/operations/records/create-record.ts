/** POST /v1/domains/{domain}/dns. */
import { limits } from '@hostmaster/contract';
import { newId } from '../../base/ids.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { assertChangeable, domainKey, loadZoneAt } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { isPending, recordView } from '../views.ts';
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

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, { domain: pathName, record }) {
    const { domain, held } = await loadZoneAt(reader, call, pathName, record);
    const { limits } = call.services.rules;
    const edits = [{ kind: 'create', record } as const];
    return loadEdits(reader, { domain, edits, limits, held });
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
