/** Domains that another registrar has asked for, above the list: each has a deadline. */
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';
import type { TransferRequest } from '../../domains/domain-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { TransferAnswers, TransferOutcome } from '../../domains/transfer-request.tsx';
import { Banner } from '../../ui/layout/banner.tsx';

export function transferRequestsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'transfer-requests'],
    queryFn: async ({ signal }): Promise<readonly TransferRequest[]> =>
      (await workspaceClient(workspaceId).listTransfersOut({}, { signal })).transfersOut,
  });
}

export function TransferRequests({ requests }: { readonly requests: readonly TransferRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <ul aria-label="Transfer requests" className="flex flex-col gap-3">
      {requests.map((request) => (
        <li key={request.id}>
          <Banner
            tone="warn"
            title={`Another registrar requested ${shownName(request.domain)}`}
            action={<TransferAnswers request={request} />}
          >
            <TransferOutcome request={request} />
          </Banner>
        </li>
      ))}
    </ul>
  );
}
