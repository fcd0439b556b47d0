/** Deletes contacts at the registry that no domain of a workspace uses any more. */

import { listPages } from '@hostmaster/storage';
import type { WorkspaceJob } from '../changes/job-kinds.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { finishJob } from '../jobs/persist-job.ts';
import { listContacts, listWantedContacts } from '../storage/queries/contacts/owner-changes.ts';
import type { RegistrantContact } from '../storage/tables/domains/domains.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

export async function cleanContacts(context: FulfilmentContext): Promise<void> {
  const { workspaceId } = payloadOf<WorkspaceJob>(context.job);
  const { database, registrar } = context;
  // Each once: the domains of a workspace have few contacts.
  const wanted = new Map<string, RegistrantContact>();
  const keep = (contacts: readonly RegistrantContact[]) => {
    for (const contact of contacts) wanted.set(JSON.stringify(contact), contact);
  };
  for await (const rows of listPages(database, listContacts, { workspaceId })) {
    keep(rows.map(({ owner }) => owner.contact));
  }
  for await (const rows of listPages(database, listWantedContacts, { workspaceId })) {
    keep(rows.map(({ contact }) => contact));
  }
  await registrar.deleteUnusedContacts?.({ owner: workspaceId, wanted: [...wanted.values()] });
  await finishJob(context);
}
