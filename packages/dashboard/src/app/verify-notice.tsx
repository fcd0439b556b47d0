/** Reminds people to confirm their address: reset links and notices go there. */
import { useMutation } from '@tanstack/react-query';
import { dashboard } from '../api/client.ts';
import { explainError } from '../api/explain-error.ts';
import { useSession } from '../api/session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toaster.tsx';

export function VerifyNotice() {
  const { account } = useSession();
  const send = useMutation({
    mutationFn: () => dashboard.sendVerification(),
    onSuccess: () => showToast({ title: 'Mail sent', description: `Look for it at ${address}.` }),
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: 'No mail was sent',
        description: explainError(error).message,
      }),
  });
  const address = account.pendingEmail ?? account.email;
  if (account.isEmailVerified && account.pendingEmail === null) return null;
  return (
    <div className="px-4 pt-4 md:px-8">
      <Banner
        tone="warn"
        action={
          <Button
            size="sm"
            isLoading={send.isPending}
            disabled={send.isSuccess}
            onClick={() => send.mutate()}
          >
            {send.isSuccess ? 'Mail sent' : 'Send the mail again'}
          </Button>
        }
      >
        Confirm {address} with the link we mailed you.
      </Banner>
    </div>
  );
}
