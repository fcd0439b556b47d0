/** The keys of a signed domain, and the button that replaces them. */
import { lazy, Suspense, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { Dnssec } from '../../domains/dnssec-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { useDnssecChange } from './use-dnssec-change.ts';

type Stage = Dnssec['keys'][number]['stage'];

const stages: Readonly<Record<Stage, string>> = {
  prepared: 'New key',
  current: 'New key',
  leaving: 'Old key',
  retired: 'Old key',
};

const ForeignKeys = lazy(async () => ({ default: (await import('./foreign-ds.tsx')).ForeignKeys }));

export function DnssecKeys({
  domain,
  dnssec,
  isServedHere,
}: {
  readonly domain: string;
  readonly dnssec: Dnssec;
  readonly isServedHere: boolean;
}) {
  const { keys, phase, foreignKeys } = dnssec;
  // Its code is loaded when the keys are looked at.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
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
      {phase === 'on' && <ReplaceKey domain={domain} />}
      {isOpen && (phase === 'on' || foreignKeys.length > 0) && (
        <div className="mt-4">
          <Suspense>
            <ForeignKeys domain={domain} dnssec={dnssec} isServedHere={isServedHere} />
          </Suspense>
        </div>
      )}
    </details>
  );
}

function ReplaceKey({ domain }: { readonly domain: string }) {
  const { api } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const [compromised, setCompromised] = useState(false);
  const roll = useDnssecChange(domain, {
    send: () => api.rollDnssec({ domain, compromised }),
    failureTitle: "Couldn't replace the key",
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
