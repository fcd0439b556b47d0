/** Keys of another DNS provider, to which or from which a signed domain moves: added, shown and removed. */
import { useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { Dnssec } from '../../domains/dnssec-query.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { problemsOf, RecordsField, recordsIn } from './records-field.tsx';
import { useDnssecChange, useShowDnssec } from './use-dnssec-change.ts';

export function ForeignKeys({
  domain,
  dnssec: { foreignKeys },
  isServedHere,
}: {
  readonly domain: string;
  readonly dnssec: Dnssec;
  /** Only the nameservers of this service answer. */
  readonly isServedHere: boolean;
}) {
  if (foreignKeys.length === 0) {
    return (
      <MoveButton
        domain={domain}
        label="Move to another provider…"
        description="Publish the keys of the provider that the domain moves to. Publish our DNSKEY record there as well."
      />
    );
  }
  return (
    <section className="flex flex-col gap-3" aria-label="Keys of your other DNS provider">
      <p className="text-ink-muted">Keys of your other DNS provider</p>
      {foreignKeys.map(({ dnskey, ds }) => (
        <div key={dnskey} className="flex flex-col gap-2">
          {ds !== null && (
            <>
              <p className="font-medium">DS record</p>
              <CodeBlock value={ds} what="DS record" />
            </>
          )}
          <p className="font-medium">DNSKEY record</p>
          <CodeBlock value={dnskey} what="DNSKEY record" />
        </div>
      ))}
      {isServedHere && <RemoveKeys domain={domain} />}
    </section>
  );
}

/** Asks for the keys, and begins to publish them. */
export function MoveButton({
  domain,
  label,
  description,
}: {
  readonly domain: string;
  readonly label: string;
  readonly description: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      <Dialog isOpen={isOpen} onClose={close} title="Move while signed" description={description}>
        <KeysForm domain={domain} onClose={close} />
      </Dialog>
    </div>
  );
}

function KeysForm({ domain, onClose }: { readonly domain: string; readonly onClose: () => void }) {
  const { api } = useWorkspace();
  const show = useShowDnssec(domain);
  const form = useForm({
    initial: { text: '' },
    validate: ({ text }): Problems =>
      recordsIn(text, 'DNSKEY').length === 0
        ? { foreignKeys: 'Enter at least one DNSKEY record.' }
        : {},
    submit: ({ text }) => api.enableDnssec({ domain, foreignKeys: recordsIn(text, 'DNSKEY') }),
    explain: (error) => problemsOf(error, 'foreignKeys'),
    onDone: (answer) => {
      show(answer);
      onClose();
    },
  });
  return (
    <FormView form={form}>
      <RecordsField
        form={form}
        path="foreignKeys"
        label="DNSKEY records"
        hint="All of the other provider, one on each line: flags, protocol, algorithm and key. It has to use algorithm 13."
        placeholder="257 3 13 mdsswUyr3DPW132m…"
      />
      <p className="text-sm text-ink-muted">
        Resolvers validate the domain all the time. After about three days you can change the
        nameservers.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form}>Publish keys</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

function RemoveKeys({ domain }: { readonly domain: string }) {
  const { api } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const removal = useDnssecChange(domain, {
    send: () => api.enableDnssec({ domain, foreignKeys: [] }),
    failureTitle: "Couldn't remove the keys",
  });
  return (
    <div>
      <Button isLoading={removal.isPending} onClick={() => setIsAsking(true)}>
        Remove these keys…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Remove the keys of the other provider from ${domain}?`}
        confirmLabel="Remove keys"
        onConfirm={() => {
          setIsAsking(false);
          removal.mutate();
        }}
      >
        If it has answered for this domain, keep its nameservers running until this card says On:
        resolvers may remember them for a few days.
      </ConfirmDialog>
    </div>
  );
}
