/** PATCH /v1/domains/{domain}/dns/{recordId}. Only the given fields change; the result must be valid. */
import { invalidRequest } from '../../base/errors.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { assertChangeable, domainKey, loadZoneRecord } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { recordView } from '../views.ts';
import { changeRecords, loadEdits } from './record-change.ts';
import { clampTtl, readRecord, requireRecord, requireRecordName } from './record-input.ts';
import { recordVersion, requireRecordVersion } from './versions.ts';

export const updateRecord = changeOperation('updateRecord', {
  parse(input) {
    const origin = normaliseDomainName(input.domain) ?? 'invalid';
    const { domain, recordId, type, value } = input;
    if (type !== undefined && value !== undefined) requireRecord({ type, value }, origin);
    const fields = {
      ...(type === undefined ? {} : { type }),
      ...(input.name === undefined ? {} : { name: requireRecordName(input.name, origin) }),
      ...(input.ttl === undefined ? {} : { ttlSeconds: clampTtl(input.ttl) }),
      ...(value === undefined ? {} : { value }),
    };
    return { domain, recordId, fields };
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, { fields, ...path }) {
    const { domain, record: before } = await loadZoneRecord(reader, call, path);
    const reading = readRecord({ ...before, ...fields }, domain.name);
    const edits = reading.ok ? [{ kind: 'update', before, after: reading.record } as const] : [];
    const { limits } = call.services.rules;
    return { before, reading, edits: await loadEdits(reader, { domain, edits, limits }) };
  },

  decide(call, _, { before, reading, edits }) {
    requireRecordVersion(call, edits.domain, recordView(before));
    if (!reading.ok) throw invalidRequest(reading.problem);
    assertChangeable(edits.domain);
    const { change } = changeRecords(call, edits);
    return { answer: { record: recordView(reading.record) }, change };
  },

  versionOf: ({ record }) => recordVersion(record),
});
