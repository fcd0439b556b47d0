/** The target of confirmation emails. A button confirms, because mail scanners open links too. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { linkToken } from './link-token.ts';
import { useSignedIn } from './use-signed-in.ts';
import { VisitorCard } from './visitor-card.tsx';

export function VerifyPage() {
  const [token] = useState(linkToken);
  const enter = useSignedIn();
  const verify = useMutation({
    mutationFn: () => dashboard.verifyEmail({ token: token ?? '' }),
    onSuccess: (session) => enter(session),
  });
  if (token === null) {
    return (
      <VisitorCard
        title="This link is incomplete"
        description="Open the full link from the email, including everything after the #."
      />
    );
  }
  return (
    <VisitorCard
      title="Confirm your email address"
      description="We'll use it for notices about your domains and to help you recover your account."
      footer={<TextLink to="/sign-in">Back to sign in</TextLink>}
    >
      <div className="flex flex-col gap-4">
        {verify.isError && (
          <Banner tone="bad" isUrgent>
            {explainError(verify.error).message}
          </Banner>
        )}
        <Button
          variant="primary"
          size="lg"
          isLoading={verify.isPending || verify.isSuccess}
          onClick={() => verify.mutate()}
        >
          Confirm email
        </Button>
      </div>
    </VisitorCard>
  );
}
