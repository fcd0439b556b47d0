/** The keys of a signed domain, and the button that replaces them. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { type Dnssec, dnssecQuery } from './dnssec-query.ts';

type Stage = Dnssec['keys'][number]['stage'];

const stages: Readonly<Record<Stage, string>> = {
  prepared: 'New key',
  current: 'New key',
  leaving: 'Old key',
  retired: 'Old key',
};

export function DnssecKeys({
  domain,
  dnssec,
}: {
  readonly domain: string;
  readonly dnssec: Dnssec;
}) {
  const { keys, foreignDs } = dnssec;
  if (foreignDs.length > 0) return <ForeignDs ds={foreignDs} />;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-medium">Keys</summary>
      <ul className="mt-3 flex flex-col gap-4" aria-label="Keys">
        {keys.map(({ keyTag, ds, dnskey, stage }) => (
          <li key={ds} className="flex flex-col gap-2">
            <p className="text-ink-muted">
              {keys.length > 1 && `${stages[stage]}: `}Key tag {keyTag}, algorithm 13 (ECDSA P-256,
              SHA-256)
            </p>
            <p className="font-medium">DS record</p>
            <CodeBlock value={ds} what="DS record" />
            <p className="font-medium">DNSKEY record</p>
            <CodeBlock value={dnskey} what="DNSKEY record" />
          </li>
        ))}
      </ul>
      {dnssec.phase === 'on' && <ReplaceKey domain={domain} />}
    </details>
  );
}

/** Another operator has the keys. */
function ForeignDs({ ds }: { readonly ds: readonly string[] }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-medium">DS records of your DNS provider</p>
      {ds.map((each) => (
        <CodeBlock key={each} value={each} what="DS record" />
      ))}
    </div>
  );
}

function ReplaceKey({ domain }: { readonly domain: string }) {
  const { api, workspaceId } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const [compromised, setCompromised] = useState(false);
  const roll = useMutation({
    mutationFn: () => api.rollDnssec({ domain, compromised }),
    onSuccess: (answer) =>
      queryClient.setQueryData(dnssecQuery({ workspaceId, domain }).queryKey, answer.dnssec),
    onError: (error: Error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't replace the key",
        description: explainError(error).message,
      }),
  });
  return (
    <div className="mt-4 flex flex-col items-start gap-2">
      <Button disabled={roll.isPending} onClick={() => setIsAsking(true)}>
        Replace key…
      </Button>
      <p className="text-ink-muted">
        You only need this if the key may have leaked, or if your policy requires a new one.
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Replace the DNSSEC key of ${domain}?`}
        confirmLabel="Replace key"
        onConfirm={() => {
          setIsAsking(false);
          roll.mutate();
        }}
      >
        <span className="flex flex-col gap-4">
          <span>
            The new key signs alongside the old one for about five days, so the domain stays
            reachable and validated.
          </span>
          <Switch
            label="The key is compromised"
            hint="We remove the old DS record two days earlier."
            isOn={compromised}
            onChange={setCompromised}
          />
        </span>
      </ConfirmDialog>
    </div>
  );
}
