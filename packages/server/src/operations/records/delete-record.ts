/** DELETE /v1/domains/{domain}/dns/{recordId}. Permanent. */
import { assertChangeable, domainKey, loadZoneRecord } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { recordView } from '../views.ts';
import { changeRecords, loadEdits } from './record-change.ts';
import { requireRecordVersion } from './versions.ts';

export const deleteRecord = changeOperation('deleteRecord', {
  parse: (input) => input,

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, path) {
    const { domain, record } = await loadZoneRecord(reader, call, path);
    const { limits } = call.services.rules;
    const edits = [{ kind: 'delete', record } as const];
    return { record, edits: await loadEdits(reader, { domain, edits, limits }) };
  },

  decide(call, _, { record, edits }) {
    requireRecordVersion(call, edits.domain, recordView(record));
    assertChangeable(edits.domain);
    return { answer: { success: true }, change: changeRecords(call, edits).change };
  },
});
