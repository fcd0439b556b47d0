/** POST /v1/domains/{domain}/dns. */
import { limits } from '@hostmaster/contract';
import { newId } from '../base/ids.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { changeRecords } from './change-records.ts';
import { assertChangeable, loadZoneAt } from './loading.ts';
import { changeOperation } from './operation.ts';
import { clampTtl, requireRecord, requireRecordName } from './record-input.ts';
import { recordVersion, requireZoneVersion } from './versions.ts';
import { isPending, recordView } from './views.ts';

export const createRecord = changeOperation('createRecord', {
  parse(input) {
    // A path without a valid name becomes 404 in `apply`; the body is validated first, with any origin.
    const origin = normaliseDomainName(input.domain) ?? 'invalid';
    const name = requireRecordName(input.name ?? '@', origin);
    return {
      domain: input.domain,
      ttlSeconds: clampTtl(input.ttl ?? limits.ttlSecondsDefault),
      ...requireRecord({ type: input.type, name, value: input.value }, origin),
    };
  },

  async apply(tx, call, { domain: pathName, type, name, ttlSeconds, value }) {
    const { domain, held } = await loadZoneAt(tx, call, pathName, { name, type });
    requireZoneVersion(call, domain);
    assertChangeable(domain);
    const record = { id: newId('rec'), type, name, ttlSeconds, value };
    const { limits } = call.services.rules;
    await changeRecords(tx, call, { domain, edits: [{ kind: 'create', record }], limits, held });
    return { record: recordView(record), pendingFulfillment: isPending(domain) };
  },

  versionOf: ({ record }) => recordVersion(record),
});
