/** PATCH /v1/domains/{domain}/dns/{recordId}. Only the given fields change; the result must be valid. */
import { recordNotFound } from '../base/errors.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { findRecord } from '../storage/queries/records.ts';
import { changeRecords } from './change-records.ts';
import { assertChangeable, loadZone } from './loading.ts';
import { applyOperation } from './operation.ts';
import { clampTtl, requireRecord, requireRecordName } from './record-input.ts';
import { recordVersion, requireRecordVersion } from './versions.ts';
import { recordView } from './views.ts';

export const updateRecord = applyOperation('updateRecord', {
  parse(input) {
    const origin = normaliseDomainName(input.domain) ?? 'invalid';
    const { type, value } = input;
    if (type !== undefined && value !== undefined) requireRecord({ type, value }, origin);
    return {
      domain: input.domain,
      recordId: input.recordId,
      type,
      value,
      name: input.name === undefined ? undefined : requireRecordName(input.name, origin),
      ttlSeconds: input.ttl === undefined ? undefined : clampTtl(input.ttl),
    };
  },

  async apply(tx, call, change) {
    const domain = await loadZone(tx, call, change.domain);
    const before = await tx.first(findRecord, { id: change.recordId, domainId: domain.id });
    if (before === undefined) throw recordNotFound();
    requireRecordVersion(call, domain, recordView(before));
    const wanted = {
      type: change.type ?? before.type,
      name: change.name ?? before.name,
      value: change.value ?? before.value,
    };
    const after = {
      id: before.id,
      ttlSeconds: change.ttlSeconds ?? before.ttlSeconds,
      ...requireRecord(wanted, domain.name),
    };
    assertChangeable(domain);
    const { limits } = call.services.rules;
    await changeRecords(tx, call, { domain, edits: [{ kind: 'update', before, after }], limits });
    return { record: recordView(after) };
  },

  versionOf: ({ record }) => recordVersion(record),
});
