/** The records with the forms to add and edit them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useHasActed } from '../../ui/use-has-acted.ts';
import { addButtonId, DnsToolbar, type ZoneDialog } from './dns-toolbar.tsx';
import { keptDraft } from './draft/kept-draft.ts';
import { recordContext } from './draft/record-context.ts';
import type { DnsRecord, DraftStart } from './draft/record-draft.ts';
import { publicationQuery } from './publication-query.ts';
import {
  countTypes,
  filterRecords,
  publishedTtls,
  type RecordFilter,
  sortRecords,
} from './record-list.ts';
import { RecordSelectionBar } from './record-selection-bar.tsx';
import { editButtonId, RecordsTable } from './records-table.tsx';
import { StartingPoints } from './starting-points.tsx';
import { type Editing, useEditing } from './use-editing.ts';
import { useRecordChanges } from './use-record-changes.ts';
import { useSelection } from './use-selection.ts';

/** Loaded when the person begins to act, so that the list is not held up by them. */
const loadForms = () => import('./form/record-forms.ts');
const NewRecordForm = lazy(async () => ({ default: (await loadForms()).NewRecordForm }));
const EditForm = lazy(async () => ({ default: (await loadForms()).EditForm }));
const ServedNotice = lazy(async () => ({ default: (await loadForms()).ServedNotice }));
const ZoneDialogs = lazy(async () => ({ default: (await loadForms()).ZoneDialogs }));

/** How long a success message stays. */
const messageMs = 4_000;

const everything: RecordFilter = { text: '', type: 'all' };

export function RecordsEditor({
  domain,
  records,
  version,
  isReadOnly,
  isUrgent,
  onEditing,
}: {
  readonly domain: string;
  readonly records: readonly DnsRecord[];
  /** Version of the record list. */
  readonly version: string;
  readonly isReadOnly: boolean;
  /** The page asks for something more important than records. */
  readonly isUrgent: boolean;
  /** The list stays as it is while a row is open: it would move under the person's hands. */
  readonly onEditing: (isEditing: boolean) => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const kept = useMemo(() => keptDraft({ workspaceId, domain }), [workspaceId, domain]);
  const context = useMemo(() => recordContext(domain), [domain]);
  const changes = useRecordChanges(domain);
  const { editing, start, stop, save } = useEditing(changes, context);
  const isEditing = editing !== null;
  useEffect(() => {
    onEditing(isEditing);
    return () => onEditing(false);
  }, [isEditing, onEditing]);
  const [filter, setFilter] = useFilter();
  const [adding, setAdding] = useState<DraftStart | null>(() => (kept.read() === null ? null : {}));
  /** Added to an empty list. */
  const [first, setFirst] = useState<DnsRecord | null>(null);
  /** Undefined before the first one; afterwards they stay mounted, to close with their transition. */
  const [dialog, setDialog] = useState<ZoneDialog | null>();
  useFormsInAdvance();
  const warnings = useWarnings(domain);
  const returnTo = useFocusReturn();
  const [added, announce] = useAddedRecord(domain);
  const counts = useMemo(() => countTypes(records), [records]);
  const ttls = useMemo(() => publishedTtls(records), [records]);
  const rows = useMemo(
    () => shownRows(records, { filter, domain, editing }),
    [records, filter, domain, editing],
  );

  const selection = useSelection(rows);

  function stopAdding(): void {
    kept.forget();
    setAdding(null);
    returnTo(addButtonId);
  }

  function remove(record: DnsRecord): void {
    const at = rows.indexOf(record);
    const neighbour = rows[at + 1] ?? rows[at - 1];
    void changes.remove([record], version);
    returnTo(neighbour === undefined ? addButtonId : editButtonId(neighbour.id));
  }

  function removeSelected(): void {
    void changes.remove(selection.records, version);
    selection.clear();
    returnTo(addButtonId);
  }

  const openRow = editing !== null && {
    key: editing.record.id,
    content: (
      <Suspense fallback={<FormSkeleton />}>
        <EditForm
          key={`${editing.record.id} ${editing.opening}`}
          editing={editing}
          context={context}
          records={records}
          onSave={(draft) => {
            void save(draft);
            returnTo(editButtonId(editing.record.id));
          }}
          onCancel={() => {
            stop();
            returnTo(editButtonId(editing.record.id));
          }}
        />
      </Suspense>
    ),
  };

  return (
    <>
      <DnsToolbar
        filter={filter}
        onFilter={setFilter}
        counts={counts}
        total={records.length}
        matches={rows.length}
        exportUrl={api.urlOf('exportZone', { domain })}
        isReadOnly={isReadOnly}
        isUrgent={isUrgent}
        isAdding={adding !== null}
        message={added}
        onAdd={() => setAdding({})}
        onOpen={setDialog}
      />
      {adding !== null && (
        <div className={rows.length > 0 ? 'border-b border-line' : undefined}>
          <Suspense fallback={<FormSkeleton />}>
            <NewRecordForm
              key={adding.type}
              start={adding}
              kept={kept}
              context={context}
              seen={{ records, version }}
              create={changes.create}
              onCancel={stopAdding}
              onDone={(record) => {
                if (records.length === 0) setFirst(record);
                stopAdding();
                void announce(record);
              }}
            />
          </Suspense>
        </div>
      )}
      {first !== null && adding === null && (
        <Suspense>
          <ServedNotice domain={domain} record={first} onDismiss={() => setFirst(null)} />
        </Suspense>
      )}
      {records.length === 0 && adding === null && (
        <StartingPoints isReadOnly={isReadOnly} onStart={setAdding} onOpen={setDialog} />
      )}
      {records.length > 0 && rows.length === 0 && (
        <NoMatches onClear={() => setFilter(everything)} />
      )}
      {!isReadOnly && (
        <RecordSelectionBar
          selection={selection}
          shownCount={rows.length}
          onDelete={removeSelected}
        />
      )}
      {rows.length > 0 && (
        <RecordsTable
          domain={domain}
          records={rows}
          warnings={warnings}
          ttls={ttls}
          openRow={openRow || null}
          isReadOnly={isReadOnly}
          selection={selection}
          onEdit={(record) => start(record, version)}
          onDelete={remove}
        />
      )}
      {dialog !== undefined && (
        <Suspense>
          <ZoneDialogs domain={domain} open={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </>
  );
}

/** What the address asks for is searched, until the person searches something else. */
function useFilter() {
  const { q } = useSearch({ strict: false });
  const state = useState(everything);
  const [, setFilter] = state;
  useEffect(() => {
    if (q !== undefined) setFilter({ ...everything, text: String(q) });
  }, [q]);
  return state;
}

/** The filtered and sorted records. The edited record is always included, even when deleted. */
function shownRows(
  records: readonly DnsRecord[],
  view: { filter: RecordFilter; domain: string; editing: Editing | null },
): DnsRecord[] {
  const found = filterRecords(records, view.filter, view.domain);
  const open = view.editing?.record;
  const isMissing = open !== undefined && !found.some(({ id }) => id === open.id);
  return sortRecords(isMissing ? [...found, open] : found);
}

function useFormsInAdvance(): void {
  const hasActed = useHasActed();
  useEffect(() => {
    if (hasActed) void loadForms().catch(() => {});
  }, [hasActed]);
}

function FormSkeleton() {
  return <div aria-busy="true" className="h-48 bg-sunken" />;
}

function NoMatches({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No matching records"
      action={<Button onClick={onClear}>Show all records</Button>}
    />
  );
}

function useWarnings(domain: string): ReadonlyMap<string, readonly string[]> {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery(publicationQuery({ workspaceId, domain }));
  return useMemo(() => {
    const messages = new Map<string, string[]>();
    for (const { recordId, message } of data?.warnings ?? []) {
      if (recordId === null) continue;
      const known = messages.get(recordId) ?? [];
      if (!known.includes(message)) messages.set(recordId, [...known, message]);
    }
    return messages;
  }, [data]);
}

interface Added {
  readonly type: DnsRecord['type'];
  readonly hasWarning: boolean;
}

/** What the toolbar says about a record that was added; a toast would cover the rows. */
function useAddedRecord(
  domain: string,
): readonly [Added | null, (record: DnsRecord) => Promise<void>] {
  const { workspaceId } = useWorkspace();
  const queries = useQueryClient();
  const [added, setAdded] = useState<Added | null>(null);
  useEffect(() => {
    if (added === null) return;
    const timer = setTimeout(() => setAdded(null), messageMs);
    return () => clearTimeout(timer);
  }, [added]);
  async function announce({ id, type }: DnsRecord): Promise<void> {
    const publication = publicationQuery({ workspaceId, domain });
    const now = await queries.fetchQuery({ ...publication, staleTime: 0 }).catch(() => null);
    const hasWarning = now?.warnings.some(({ recordId }) => recordId === id) === true;
    setAdded({ type, hasWarning });
  }
  return [added, announce];
}

/** Returns the focus to a button by its id, once it is mounted again. */
function useFocusReturn(): (buttonId: string) => void {
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (target === null) return;
    document.getElementById(target)?.focus({ preventScroll: true });
    setTarget(null);
  }, [target]);
  return setTarget;
}
