/** PATCH /v1/domains/{domain}/dns/{recordId}. Only the given fields change; the result must be valid. */
import { invalidRequest } from '../../base/errors.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { findRecords } from '../../storage/queries/records/records.ts';
import { assertChangeable, domainKey, loadZoneDomain, loadZoneRecord } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { recordView } from '../views.ts';
import { planDnames, plannedConflict } from './dname-places.ts';
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

  isLong: ({ type }) => type === 'DNAME',

  /** A new DNAME record, or one that gets another name. */
  async prepare(reader, call, { domain: pathName, recordId, fields }) {
    if (fields.type !== 'DNAME' && fields.name === undefined) return null;
    const domain = await loadZoneDomain(reader, call, pathName);
    const [before] = await reader.all(findRecords, { domainId: domain.id, ids: [recordId] });
    if (before === undefined) return null;
    const reading = readRecord({ ...before, ...fields }, domain.name);
    if (!reading.ok) return null;
    return planDnames(reader, domain, { removed: [before], added: [reading.record] });
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, { fields, ...path }, dnames) {
    const { domain, record: before } = await loadZoneRecord(reader, call, path);
    const reading = readRecord({ ...before, ...fields }, domain.name);
    const edits = reading.ok ? [{ kind: 'update', before, after: reading.record } as const] : [];
    const { limits } = call.services.rules;
    const dnameConflict = plannedConflict(dnames, domain);
    const change = { domain, edits, limits, dnameConflict };
    return { before, reading, edits: await loadEdits(reader, change) };
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
