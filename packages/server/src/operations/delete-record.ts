/** DELETE /v1/domains/{domain}/dns/{recordId}. Permanent. */
import { recordNotFound } from '../base/errors.ts';
import { findRecord } from '../storage/queries/records.ts';
import { changeRecords } from './change-records.ts';
import { assertChangeable, loadZone } from './loading.ts';
import { applyOperation } from './operation.ts';
import { requireRecordVersion } from './versions.ts';
import { recordView } from './views.ts';

export const deleteRecord = applyOperation('deleteRecord', {
  parse: (input) => input,

  async apply(tx, call, { domain: pathName, recordId }) {
    const domain = await loadZone(tx, call, pathName);
    const record = await tx.first(findRecord, { id: recordId, domainId: domain.id });
    if (record === undefined) throw recordNotFound();
    requireRecordVersion(call, domain, recordView(record));
    assertChangeable(domain);
    const { limits } = call.services.rules;
    await changeRecords(tx, call, { domain, edits: [{ kind: 'delete', record }], limits });
    return { success: true as const };
  },
});
