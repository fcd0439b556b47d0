/** The number of domains by status, each linked to the filtered list. */

import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../api/use-workspace.ts';
import { rareStatuses, statuses, statusStyle } from '../../domains/status-style.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Status } from '../../ui/text/badge.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import type { Overview } from './overview-query.ts';

export function DomainsTile({ counts }: { readonly counts: Overview['domainCounts'] }) {
  const { workspaceId } = useWorkspace();
  const total = statuses.reduce((sum, status) => sum + counts[status], 0);
  const shown = statuses.filter((status) => !rareStatuses.includes(status) || counts[status] > 0);
  return (
    <Card
      title="Domains"
      action={
        <Allowed act="domains.buy">
          <ButtonLink to="/$workspaceId/domains/search" params={{ workspaceId }} size="sm">
            Register
          </ButtonLink>
        </Allowed>
      }
    >
      <p className="figures text-2xl font-semibold tracking-tight">{total.toLocaleString()}</p>
      <ul className="mt-3 -mb-2 divide-y divide-line border-t border-line">
        {shown.map((status) => (
          <li key={status}>
            <Link
              to="/$workspaceId/domains"
              params={{ workspaceId }}
              search={{ status }}
              className="-mx-2 flex items-center justify-between gap-4 rounded-sm px-2 py-2 text-ink-muted hover:bg-hover hover:text-ink"
            >
              <Status tone={counts[status] === 0 ? 'plain' : statusStyle[status].tone}>
                {statusStyle[status].label}
              </Status>
              <span className="figures font-medium text-ink">
                {counts[status].toLocaleString()}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
