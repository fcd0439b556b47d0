/** Says that the registrant has not confirmed the email address, and sends the link again. */

import { useMutation } from '@tanstack/react-query';
import { explainError } from '../../api/explain-error.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { OwnedDomain } from '../../domains/domain-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { Time } from '../../ui/text/time.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';

export function AddressNotice({ domain }: { readonly domain: OwnedDomain }) {
  const { registrantAddress: address, contact } = domain;
  const resend = useResend(domain);
  if (address === null || address.status === 'confirmed') return null;
  const isOverdue = address.status === 'overdue';
  return (
    <Banner
      tone={isOverdue ? 'warn' : 'info'}
      title={isOverdue ? 'Email address not confirmed in time' : 'Email address not confirmed yet'}
      action={
        <Allowed act="domains.manage">
          <Button size="sm" isLoading={resend.isPending} onClick={() => resend.mutate()}>
            Send the link again
          </Button>
        </Allowed>
      }
    >
      We asked {contact.email} on <Time at={address.askedAt} /> to confirm that it reaches the owner
      {address.dueAt === null ? (
        '.'
      ) : (
        <>
          , by <Time at={address.dueAt} />.
        </>
      )}
    </Banner>
  );
}

function useResend({ name, contact }: OwnedDomain) {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: () => api.sendRegistrantLink({ domain: name }),
    onSuccess: () => showToast({ title: `Link sent to ${contact.email}` }),
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't send the link",
        description: explainError(error).message,
      }),
  });
}
