/** A command line wants to sign in: the person compares its code, and approves it. */
import { loginCode } from '@hostmaster/contract/login-code';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { type Scope, scopes } from '../../keys/scopes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RadioCards } from '../../ui/controls/radio-cards.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';

export function ConnectPage() {
  const { challenge, at, name = '' } = useSearch({ from: '/$workspaceId/connect' });
  return (
    <Page title="Connect a command line" width="narrow">
      {challenge === undefined || at === undefined ? (
        <Banner tone="warn" title="This link is incomplete">
          Run hostmaster login again and open the whole address that it prints.
        </Banner>
      ) : (
        <PasswordGate>
          <ApprovalCard challenge={challenge} startedAt={at} machine={name.trim()} />
        </PasswordGate>
      )}
    </Page>
  );
}

function ApprovalCard({
  challenge,
  startedAt,
  machine,
}: {
  readonly challenge: string;
  readonly startedAt: string;
  readonly machine: string;
}) {
  const { api, name: workspaceName } = useWorkspace();
  const [scope, setScope] = useState<Scope>('all');
  const withPassword = useWithPassword();
  const name = machine === '' ? 'Command line' : `Command line on ${machine}`;
  const approve = useMutation({
    mutationFn: () =>
      withPassword(() => api.approveCommandLine({ challenge, startedAt, name, scope })),
  });
  if (approve.isSuccess) {
    return (
      <Banner tone="good" title="Approved" isUrgent>
        Return to your terminal. You can revoke this access under API tokens.
      </Banner>
    );
  }
  return (
    <Card title={`${name} is requesting access to ${workspaceName}`}>
      <div className="flex flex-col gap-5">
        <p>
          Approve this only if you just ran <code>hostmaster login</code> and your terminal shows
          the same code:
        </p>
        <p className="text-center font-mono text-2xl tracking-widest">{loginCode(challenge)}</p>
        <RadioCards label="Permissions" options={scopes} value={scope} onChange={setScope} />
        {approve.error !== null && (
          <Banner tone="bad" isUrgent>
            {explainError(approve.error).message}
          </Banner>
        )}
        <Button variant="primary" isLoading={approve.isPending} onClick={() => approve.mutate()}>
          Approve
        </Button>
      </div>
    </Card>
  );
}
