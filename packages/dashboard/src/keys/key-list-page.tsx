/** A page of keys of one kind: create one, see where they are used, revoke them. */
import type { Act } from '@hostmaster/contract/roles';
import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Plus } from 'lucide-react';
import type { ComponentType } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Page } from '../ui/layout/page.tsx';
import type { Column } from '../ui/layout/table.tsx';
import { type DialogSubject, useDialogSubject } from '../ui/popups/use-dialog-subject.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { QueryView } from '../ui/states/query-view.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { Allowed } from '../workspaces/allowed.tsx';
import { EndedKeys } from './ended-keys.tsx';
import { type AnyKey, KeyTable } from './key-table.tsx';

export interface KeyListPageProps<Key extends AnyKey> {
  readonly title: string;
  readonly description: string;
  readonly createLabel: string;
  /** The role must allow it to create one. */
  readonly createAct: Act;
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string };
  readonly query: UseQueryResult<{ readonly keys: readonly Key[] }>;
  /** The columns before those that every kind of key has. */
  readonly columns: readonly Column<Key>[];
  readonly rowKey: (key: Key) => string;
  readonly createDialog: ComponentType<{
    readonly isOpen: boolean;
    readonly onClose: () => void;
  }>;
  readonly revokeDialog: ComponentType<{ readonly dialog: DialogSubject<Key> }>;
}

export function KeyListPage<Key extends AnyKey>({
  title,
  description,
  createLabel,
  createAct,
  empty,
  query,
  columns,
  rowKey,
  createDialog: CreateDialog,
  revokeDialog: RevokeDialog,
}: KeyListPageProps<Key>) {
  const creation = useDialogSubject<'key'>();
  const revocation = useDialogSubject<Key>();
  const create = (
    <Allowed act={createAct}>
      <Button variant="primary" icon={Plus} onClick={() => creation.open('key')}>
        {createLabel}
      </Button>
    </Allowed>
  );
  const isEmpty = query.data?.keys.every(({ state }) => state !== 'valid') === true;
  return (
    <Page title={title} description={description} actions={!isEmpty && create}>
      <QueryView query={query} loading={<KeysSkeleton />}>
        {({ keys }) => {
          const valid = keys.filter(({ state }) => state === 'valid');
          const ended = keys.filter(({ state }) => state !== 'valid');
          const table = { columns, rowKey };
          return (
            <>
              <Card isFlush>
                {valid.length === 0 ? (
                  <EmptyState icon={empty.icon} title={empty.title} action={create}>
                    {empty.text}
                  </EmptyState>
                ) : (
                  <KeyTable {...table} label={title} keys={valid} onRevoke={revocation.open} />
                )}
              </Card>
              <EndedKeys count={ended.length}>
                <Card isFlush>
                  <KeyTable {...table} label="Revoked and expired" keys={ended} />
                </Card>
              </EndedKeys>
            </>
          );
        }}
      </QueryView>
      <CreateDialog key={creation.opening} isOpen={creation.isOpen} onClose={creation.close} />
      <RevokeDialog dialog={revocation} />
    </Page>
  );
}

function KeysSkeleton() {
  return (
    <Card isFlush>
      <SkeletonRows count={3} />
    </Card>
  );
}
