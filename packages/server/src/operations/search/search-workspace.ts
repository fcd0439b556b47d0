/** GET /v1/search: domains and records by any part of a name or value. */
import { limits } from '@hostmaster/contract';
import { findDocuments } from '../../search/find-documents.ts';
import { folded } from '../../search/search-terms.ts';
import { readOperation } from '../operation.ts';
import { cursorAt, pageStart } from '../page-cursor.ts';
import { recordView } from '../views.ts';

export const searchWorkspace = readOperation('searchWorkspace', async (reader, call, input) => {
  const { workspaceId, domainNames } = call.actor;
  const { documents, next, isComplete, isBehind } = await findDocuments(reader, {
    workspaceId,
    domainNames,
    text: folded(input.q),
    after: pageStart(input) ?? '',
    limit: input.limit ?? limits.searchPageDefault,
  });
  if (isBehind) call.services.searchDemand.ask(workspaceId);
  return {
    results: documents.map(({ domain, record }) => ({
      domain,
      ...(record === null ? {} : { record: recordView(record) }),
    })),
    cursor: cursorAt(next),
    complete: isComplete,
  };
});
