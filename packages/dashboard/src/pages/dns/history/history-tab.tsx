/** The history of a zone: each change, what it changed, and the way back. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { GitCommitVertical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWorkspace } from '../../../api/use-workspace.ts';
import { useDomainDetails } from '../../../domains/domain-query.ts';
import { OlderButton } from '../../../ui/controls/older-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { formatBytes } from '../../../ui/text/bytes.ts';
import { historyQuery } from './history-query.ts';
import { RevisionItem } from './revision-item.tsx';
import type { HistoryPage } from './revision-text.ts';

const loadDialogs = () => import('./plan-dialogs.tsx');
const RestoreDialog = lazy(async () => ({ default: (await loadDialogs()).RestoreDialog }));
const UndoDialog = lazy(async () => ({ default: (await loadDialogs()).UndoDialog }));

interface Asked {
  readonly kind: 'restore' | 'undo';
  readonly revision: number;
  /** Each opening loads its plan again. */
  readonly opening: number;
}

export function HistoryTab() {
  const { domain } = useParams({ from: '/$workspaceId/domains/$domain' });
  const { workspaceId } = useWorkspace();
  const state = useDomainDetails(domain).data?.state;
  const history = useInfiniteQuery(historyQuery({ workspaceId, domain }));
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (history.isError && history.data === undefined) {
    return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  }
  if (history.data === undefined) {
    return (
      <Card isFlush>
        <div aria-busy="true">
          <span className="sr-only" role="status">
            Loading
          </span>
          <SkeletonRows count={5} />
        </div>
      </Card>
    );
  }
  const revisions = history.data.pages.flatMap((page) => page.revisions);
  const newest = revisions[0]?.revision;
  const [newestPage] = history.data.pages;
  const isChangeable = state === 'live' || state === 'provisioning';
  const ask = (kind: Asked['kind'], revision: number) => {
    setAsked({ kind, revision, opening: (asked?.opening ?? 0) + 1 });
    setOpen(true);
  };
  const Dialog = asked?.kind === 'undo' ? UndoDialog : RestoreDialog;
  return (
    <Card isFlush>
      {revisions.length === 0 ? (
        <EmptyState icon={GitCommitVertical} title="No changes yet">
          Every change to the DNS records appears here. You can undo a change or go back to an
          earlier version.
        </EmptyState>
      ) : (
        <ol aria-label="History" className="divide-y divide-line">
          {revisions.map((revision) => (
            <RevisionItem
              key={revision.revision}
              domain={domain}
              revision={revision}
              isCurrent={revision.revision === newest}
              isChangeable={isChangeable}
              onRestore={() => ask('restore', revision.revision)}
              onUndo={() => ask('undo', revision.revision)}
            />
          ))}
        </ol>
      )}
      <OlderButton query={history} />
      {newestPage !== undefined && revisions.length > 0 && <Size {...newestPage} />}
      {asked !== null && (
        <Suspense>
          <Dialog
            key={`${asked.kind} ${asked.opening}`}
            domain={domain}
            revision={asked.revision}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Size({ bytes, bytesMax }: Pick<HistoryPage, 'bytes' | 'bytesMax'>) {
  return (
    <p className="border-t border-line bg-sunken px-4 py-2.5 text-sm text-ink-muted md:px-5">
      The history takes{' '}
      <span className={bytes >= bytesMax * almostFull ? 'font-medium text-warn-ink' : undefined}>
        {formatBytes(bytes)}
      </span>{' '}
      of {formatBytes(bytesMax)}. Beyond that the oldest changes are deleted.
    </p>
  );
}

const almostFull = 0.9;
