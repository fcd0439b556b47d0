/** The target of invitations: says who invites where, and joins, with or without an account. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { roleTitles } from '@hostmaster/contract/roles';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { announceSignOut } from '../../api/sign-out.ts';
import { PasswordField, SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { passwordHint } from '../../forms/password-hint.ts';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation.ts';
import { IncompleteLink, LinkCard } from './link-card.tsx';
import { useLinkToken } from './link-token.ts';
import { useSignedIn } from './use-signed-in.ts';
import { VisitorCard } from './visitor-card.tsx';

type Shown = DashboardOutput<'readInvitation'>;
type Accepted = DashboardOutput<'acceptInvitation'>;

export function InvitationPage() {
  const token = useLinkToken() ?? keptInvitation();
  return token === null ? <IncompleteLink /> : <InvitationCard key={token} token={token} />;
}

function InvitationCard({ token }: { readonly token: string }) {
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => dashboard.readInvitation({ token }),
    retry: false,
    gcTime: 0,
  });
  if (query.data === undefined) {
    const { error } = query;
    return (
      <VisitorCard
        title="Invitation"
        description={error === null ? 'Loading…' : "This invitation can't be shown."}
      >
        {error !== null && (
          <Banner tone="bad" isUrgent>
            {explainError(error).message}
          </Banner>
        )}
      </VisitorCard>
    );
  }
  const props = { token, shown: query.data };
  switch (query.data.state) {
    case 'join':
      return <Join {...props} />;
    case 'sign_in':
      return <SignInFirst {...props} />;
    case 'sign_up':
      return <SignUp {...props} />;
    case 'other_account':
      return <OtherAccount />;
  }
}

interface CardProps {
  readonly token: string;
  readonly shown: Shown;
}

function titleOf({ workspaceName }: Shown): string {
  return `Join ${workspaceName}`;
}

function describe({ inviter, role, email }: Shown): string {
  const who = inviter === null ? 'You were invited' : `${inviter} invited you`;
  return `${who} as ${roleTitles[role]}${email === null ? '' : `, with the address ${email}`}.`;
}

function useJoined(): (accepted: Accepted) => Promise<void> {
  const enter = useSignedIn();
  return ({ session, workspaceId }) => {
    forgetInvitation();
    return enter(session, `/${workspaceId}`);
  };
}

function Join({ token, shown }: CardProps) {
  const joined = useJoined();
  return (
    <LinkCard
      title={titleOf(shown)}
      description={describe(shown)}
      label="Accept invitation"
      confirm={() => dashboard.acceptInvitation({ token })}
      onDone={joined}
    />
  );
}

function SignInFirst({ token, shown }: CardProps) {
  return (
    <VisitorCard
      title={titleOf(shown)}
      description={`${describe(shown)} Sign in with this address to accept.`}
    >
      <ButtonLink
        to="/sign-in"
        search={{ next: '/invitation' }}
        variant="primary"
        size="lg"
        onClick={() => keepInvitation(token)}
      >
        Sign in
      </ButtonLink>
    </VisitorCard>
  );
}

function SignUp({ token, shown }: CardProps) {
  const joined = useJoined();
  const form = useForm({
    initial: { name: '', password: '' },
    validate: required({ name: 'Enter your name.', password: 'Choose a password.' }),
    submit: (values) => dashboard.acceptInvitation({ token, ...values }),
    onDone: joined,
  });
  return (
    <VisitorCard
      title={titleOf(shown)}
      description={`${describe(shown)} Set up your account to accept.`}
    >
      <FormView form={form} label="Create your account">
        <TextField form={form} name="name" label="Your name" autoComplete="name" autoFocus />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          autoComplete="new-password"
          hint={`${passwordHint} A few unrelated words are easy to remember.`}
        />
        <SubmitButton form={form} size="lg">
          Create account and join
        </SubmitButton>
      </FormView>
    </VisitorCard>
  );
}

function OtherAccount() {
  const leave = useMutation({
    mutationFn: () => dashboard.signOut(),
    onSuccess: () => {
      announceSignOut();
      window.location.reload();
    },
  });
  return (
    <VisitorCard
      title="This invitation is for another address"
      description="You are signed in with another account. Sign out to open it with the address that was invited."
    >
      <Button
        variant="primary"
        size="lg"
        isLoading={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        Sign out
      </Button>
    </VisitorCard>
  );
}
