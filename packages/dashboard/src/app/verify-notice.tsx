/** Reminds people to confirm their email address, which reset links and notices go to. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dashboard } from '../api/client.ts';
import { explainError } from '../api/explain-error.ts';
import { useSession } from '../api/session.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { showToast } from '../ui/popups/toast-queue.ts';

export function VerifyNotice() {
  const { account, service } = useSession();
  const { workspaceId } = useWorkspace();
  const send = useMutation({
    mutationFn: () => dashboard.sendVerification(),
    onSuccess: () =>
      showToast({
        title: 'Email sent',
        description: service.hasMailbox
          ? 'Open the mailbox to read it.'
          : `Check your inbox at ${address}.`,
      }),
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't send the email",
        description: explainError(error).message,
      }),
  });
  const address = account.pendingEmail ?? account.email;
  if (account.isEmailVerified && account.pendingEmail === null) return null;
  return (
    <aside
      aria-label="Email confirmation"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-2 text-center text-sm text-warn-ink md:px-8"
    >
      <span>
        Confirm <strong className="font-medium">{address}</strong> using the link{' '}
        {service.hasMailbox ? (
          <Link
            to="/$workspaceId/mailbox"
            params={{ workspaceId }}
            className="rounded-xs font-medium underline underline-offset-3 hover:no-underline"
          >
            in your mailbox
          </Link>
        ) : (
          'we emailed you'
        )}
        .
      </span>
      <button
        type="button"
        disabled={send.isPending || send.isSuccess}
        onClick={() => send.mutate()}
        className="rounded-xs font-medium underline underline-offset-3 hover:no-underline disabled:no-underline"
      >
        {send.isSuccess ? 'Email sent' : 'Resend email'}
      </button>
    </aside>
  );
}
