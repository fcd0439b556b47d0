/** DELETE /v1/domains/{domain}/dns/{recordId}. Permanent. */
import { recordNotFound } from '../base/errors.ts';
import { publishRecords } from '../publication/publish-change.ts';
import { deleteRecord as deleteRecordQuery, findRecord } from '../storage/queries/records.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { assertChangeable, loadLocked } from './loading.ts';
import { changeOperation } from './operation.ts';
import { recordView } from './views.ts';

export const deleteRecord = changeOperation('deleteRecord', {
  parse: (input) => input,

  async apply(tx, call, { domain: pathName, recordId }) {
    const domain = await loadLocked(tx, call, pathName);
    const record = await tx.first(findRecord, { id: recordId, domainId: domain.id });
    if (record === undefined) throw recordNotFound();
    assertChangeable(domain);
    await tx.run(deleteRecordQuery, { id: record.id });
    await publishRecords(tx, domain, { removed: [record], added: [] });
    await recordActivity(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      action: 'record.delete',
      subject: domain.name,
      details: recordView(record),
    });
    return { success: true as const };
  },
});
