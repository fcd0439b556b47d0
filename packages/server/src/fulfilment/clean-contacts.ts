/** Deletes contacts at the registry that no domain of a workspace uses any more. */

import type { WorkspaceJob } from '../domains/job-kinds.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { finishJob } from '../jobs/persist-job.ts';
import { listContacts, listWantedContacts } from '../storage/queries/contacts/owner-changes.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

export async function cleanContacts(context: FulfilmentContext): Promise<void> {
  const { workspaceId } = payloadOf<WorkspaceJob>(context.job);
  const { database, registrar } = context;
  const [confirmed, wanted] = await Promise.all([
    database.all(listContacts, { workspaceId }),
    database.all(listWantedContacts, { workspaceId }),
  ]);
  const contacts = [...confirmed, ...wanted].map(({ contact }) => contact);
  await registrar.deleteUnusedContacts?.({ owner: workspaceId, wanted: contacts });
  await finishJob(context);
}
