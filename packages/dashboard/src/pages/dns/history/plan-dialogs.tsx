/** Restoring a version and undoing a change. Both show what they will change, then ask. */
import { HostmasterError } from '@hostmaster/sdk';
import type { WorkspaceClient } from '@hostmaster/sdk/dashboard';
import { useWorkspace } from '../../../api/use-workspace.ts';
import type { DomainPlace } from '../../../domains/domain-query.ts';
import { RecordDifferences } from '../../../domains/record-differences.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import type { ZoneDialogProps } from '../dns-toolbar.tsx';
import { editsMax } from '../edits-max.ts';
import { loadRecords } from '../records-query.ts';
import { type Plan, PlanDialog } from './plan-dialog.tsx';
import { planUndo } from './undo-plan.ts';

export interface HistoryDialogProps extends ZoneDialogProps {
  readonly revision: number;
}

export function RestoreDialog({ domain, revision, isOpen, onClose }: HistoryDialogProps) {
  const { api, workspaceId } = useWorkspace();
  const place = { workspaceId, domain };
  return (
    <PlanDialog
      title={`Restore version ${revision}?`}
      description="Records go back to what they were in this version. Nameservers stay as they are."
      nothingToDo="The records are already the same as in this version."
      confirmLabel="Restore version"
      doneTitle={`Version ${revision} restored`}
      place={place}
      isOpen={isOpen}
      onClose={onClose}
      load={() => loadRestore(api, place, revision)}
    />
  );
}

/** The version is read first: a change after it makes the plan outdated, never wrong. */
async function loadRestore(
  api: WorkspaceClient,
  place: DomainPlace,
  revision: number,
): Promise<Plan> {
  const { domain } = place;
  const { version } = await loadRecords(place);
  const { revisions } = await api.listRevisions({ domain, limit: 1 });
  const from = revisions[0]?.revision ?? 0;
  const { changes } = await api.compareRevisions({ domain, from, to: revision });
  return {
    changes,
    obstacle: null,
    send: (idempotencyKey) =>
      api.restoreRevision({ domain, revision }, { ifMatch: version, idempotencyKey }),
  };
}

export function UndoDialog({ domain, revision, isOpen, onClose }: HistoryDialogProps) {
  const { api, workspaceId } = useWorkspace();
  const place = { workspaceId, domain };
  return (
    <PlanDialog
      title="Undo this change?"
      description={`This reverts the changes made in version ${revision}. Later changes to other records are kept.`}
      nothingToDo="Nothing to undo: the records are already as they were before this change."
      confirmLabel="Undo change"
      doneTitle="Change undone"
      place={place}
      isOpen={isOpen}
      onClose={onClose}
      load={() => loadUndo(api, place, revision)}
    />
  );
}

async function loadUndo(api: WorkspaceClient, place: DomainPlace, revision: number): Promise<Plan> {
  const { domain } = place;
  const { version, records } = await loadRecords(place);
  const undone = await differencesOf(api, domain, revision);
  if (undone === null) {
    const text = 'The version before this change is no longer available, so it can’t be undone.';
    return { changes: [], obstacle: <Banner tone="warn">{text}</Banner>, send: null };
  }
  const { edits, changes, changedSince } = planUndo(undone, records);
  if (changedSince.length > 0) {
    return {
      changes: [],
      obstacle: (
        <>
          <Banner tone="warn" title="This change can’t be undone">
            {changedSince.length === 1
              ? 'One of its records has changed since then'
              : `${changedSince.length.toLocaleString()} of its records have changed since then`}
            , and undoing would overwrite that. Restore an earlier version, or edit the records on
            the DNS tab.
          </Banner>
          <RecordDifferences changes={changedSince} />
        </>
      ),
      send: null,
    };
  }
  if (changes.length > editsMax) {
    return {
      changes,
      obstacle: (
        <Banner tone="warn" title="This change is too large to undo">
          Restore version {revision - 1} instead.
        </Banner>
      ),
      send: null,
    };
  }
  return {
    changes,
    obstacle: null,
    send: (idempotencyKey) =>
      api.changeRecords({ domain, ...edits }, { ifMatch: version, idempotencyKey }),
  };
}

/** Null when they are no longer kept. */
async function differencesOf(api: WorkspaceClient, domain: string, revision: number) {
  try {
    return (await api.compareRevisions({ domain, from: revision - 1, to: revision })).changes;
  } catch (error) {
    if (error instanceof HostmasterError && error.code === 'revision_not_found') return null;
    throw error;
  }
}
