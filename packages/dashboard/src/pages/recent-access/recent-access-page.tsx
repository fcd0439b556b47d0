/** After a password reset: what keeps working although the password is new, and its revocation. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Fingerprint,
  KeyRound,
  Link2,
  type LucideIcon,
  Mail,
  RefreshCw,
  Server,
  ShieldCheck,
  User,
  Webhook,
} from 'lucide-react';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { type DialogSubject, useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Time } from '../../ui/text/time.tsx';
import { type RecentEntry, recentAccessKey, recentAccessQuery } from './recent-access-query.ts';

const kinds: Readonly<Record<RecentEntry['kind'], { label: string; icon: LucideIcon }>> = {
  api_key: { label: 'API token', icon: KeyRound },
  update_key: { label: 'Dynamic DNS key', icon: RefreshCw },
  webhook: { label: 'Webhook', icon: Webhook },
  member: { label: 'Member', icon: User },
  invitation: { label: 'Invitation', icon: Mail },
  domain_secondary: { label: 'Secondary nameserver', icon: Server },
  passkey: { label: 'Passkey', icon: Fingerprint },
  identity: { label: 'Linked sign-in', icon: Link2 },
};

export function RecentAccessPage() {
  const { workspaceId } = useWorkspace();
  return (
    <Page
      title="Recent access"
      description="What was added to your account and your workspaces in the last 30 days. It keeps working when you change your password, so revoke anything you don't recognize."
      width="narrow"
      actions={
        <ButtonLink to="/$workspaceId/overview" params={{ workspaceId }}>
          Continue to dashboard
        </ButtonLink>
      }
    >
      <PasswordGate>
        <RecentCard />
      </PasswordGate>
    </Page>
  );
}

function RecentCard() {
  const recent = useQuery(recentAccessQuery);
  const asked = useDialogSubject<readonly RecentEntry[]>();
  const revoke = useRevocation();
  const entries = recent.data ?? [];
  return (
    <Card
      isFlush
      title="Added in the last 30 days"
      action={
        entries.length > 1 && (
          <Button
            size="sm"
            variant="danger"
            isLoading={revoke.isPending}
            onClick={() => asked.open(entries)}
          >
            Revoke all
          </Button>
        )
      }
    >
      <QueryView query={recent} loading={<SkeletonRows count={3} />}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState icon={ShieldCheck} title="Nothing to check">
              Nothing that gives access was added in the last 30 days.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {loaded.map((entry) => (
                <EntryItem
                  key={`${entry.kind} ${entry.workspace?.id} ${entry.id}`}
                  entry={entry}
                  onRevoke={() => asked.open([entry])}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      <RevokeDialog dialog={asked} onConfirm={(chosen) => revoke.mutate(chosen)} />
    </Card>
  );
}

function EntryItem({
  entry,
  onRevoke,
}: {
  readonly entry: RecentEntry;
  readonly onRevoke: () => void;
}) {
  const { kind, name, workspace, createdAt, createdBy } = entry;
  const { label, icon: Icon } = kinds[kind];
  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-muted">
          {label} · {workspace?.name ?? 'Your account'} · added{' '}
          <Time at={createdAt} as="relative" />
          {createdBy !== null && ` by ${createdBy}`}
        </p>
      </div>
      <Button size="sm" onClick={onRevoke} aria-label={`${verbOf(entry)} ${name}`}>
        {verbOf(entry)}
      </Button>
    </li>
  );
}

function RevokeDialog({
  dialog,
  onConfirm,
}: {
  readonly dialog: DialogSubject<readonly RecentEntry[]>;
  readonly onConfirm: (chosen: readonly RecentEntry[]) => void;
}) {
  const { subject, isOpen, close } = dialog;
  const [first] = subject ?? [];
  if (subject === null || first === undefined) return null;
  const isOne = subject.length === 1;
  const members = subject.filter(({ kind }) => kind === 'member').length;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={isOne ? `${verbOf(first)} ${first.name}?` : `Revoke all ${subject.length}?`}
      confirmLabel={isOne ? verbOf(first) : 'Revoke all'}
      onConfirm={() => {
        // The password may be asked for next.
        close();
        onConfirm(subject);
      }}
    >
      {isOne &&
        members === 1 &&
        'They lose access to the workspace, and keys they created stop working.'}
      {isOne && members === 0 && "It stops working immediately. This can't be undone."}
      {!isOne && 'All of them stop working immediately, including the ones you use yourself.'}
      {!isOne && members > 0 && ' Members lose access to the workspace.'}
      {!isOne && " This can't be undone."}
    </ConfirmDialog>
  );
}

function useRevocation() {
  const queries = useQueryClient();
  const withPassword = useWithPassword();
  return useMutation({
    mutationFn: (chosen: readonly RecentEntry[]) =>
      withPassword(() =>
        dashboard.revokeRecentAccess({
          entries: chosen.map(({ workspace, kind, id }) => ({
            workspaceId: workspace?.id ?? null,
            kind,
            id,
          })),
        }),
      ),
    onSuccess: (_, chosen) => {
      const [first] = chosen;
      const isOne = chosen.length === 1 && first !== undefined;
      showToast({ title: isOne ? `${first.name} was ${doneOf(first)}` : 'Everything was revoked' });
    },
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't revoke access",
        description: explainError(error).message,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: recentAccessKey }),
  });
}

const removal = { verb: 'Remove', done: 'removed' };
const revocation = { verb: 'Revoke', done: 'revoked' };

const verbs: Readonly<Record<RecentEntry['kind'], { verb: string; done: string }>> = {
  api_key: revocation,
  update_key: revocation,
  webhook: { verb: 'Delete', done: 'deleted' },
  member: removal,
  invitation: { verb: 'Withdraw', done: 'withdrawn' },
  domain_secondary: removal,
  passkey: removal,
  identity: { verb: 'Unlink', done: 'unlinked' },
};

function verbOf({ kind }: RecentEntry): string {
  return verbs[kind].verb;
}

function doneOf({ kind }: RecentEntry): string {
  return verbs[kind].done;
}
