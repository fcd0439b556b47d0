/** Takes the DS records of another DNS provider, and asks again about those that would break the domain. */
import type { HostmasterError } from '@hostmaster/sdk';
import { useRef, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { problemsOf, RecordsField, recordsIn } from './records-field.tsx';
import { useShowDnssec } from './use-dnssec-change.ts';

interface Given {
  readonly domain: string;
  /** Those that the domain has. */
  readonly ds: readonly string[];
  /** Whether they follow the CDS records of the provider. */
  readonly isFollowed: boolean;
  readonly onClose: () => void;
}

export function ForeignDsDialog({ isOpen, ...given }: Given & { readonly isOpen: boolean }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={given.onClose}
      title="DS records"
      description="Enter all DS records that your DNS provider shows for this domain. They replace those entered before."
    >
      <ForeignDsForm {...given} />
    </Dialog>
  );
}

function ForeignDsForm({ domain, ds, isFollowed, onClose }: Given) {
  const { api } = useWorkspace();
  const show = useShowDnssec(domain);
  const isForced = useRef(false);
  /** The text that was refused because it would break the domain. */
  const [refused, setRefused] = useState<string | null>(null);
  const form = useForm({
    initial: { text: ds.join('\n'), followCds: isFollowed },
    validate: ({ text, followCds }): Problems => {
      // The first ones can be those that the provider publishes.
      const mayBeEmpty = ds.length === 0 && followCds;
      const isMissing = recordsIn(text, 'DS').length === 0 && !mayBeEmpty;
      return isMissing ? { ds: 'Enter at least one DS record.' } : {};
    },
    submit: ({ text, followCds }) => {
      const records = recordsIn(text, 'DS');
      return api.enableDnssec({
        domain,
        ...(records.length === 0 ? {} : { ds: records, force: isForced.current }),
        ...(followCds === isFollowed ? {} : { followCds }),
      });
    },
    explain: (error, { text }) => {
      if (isBreaking(error)) {
        setRefused(text);
        return {};
      }
      return problemsOf(error, 'ds');
    },
    onDone: (answer) => {
      show(answer);
      onClose();
    },
  });
  const force = async () => {
    isForced.current = true;
    await form.submit();
    isForced.current = false;
  };
  return (
    <FormView form={form}>
      {refused === form.values.text && (
        <Banner
          tone="warn"
          isUrgent
          title="These records would make the domain unreachable"
          action={
            <Button size="sm" disabled={form.isSubmitting} onClick={() => void force()}>
              Add anyway
            </Button>
          }
        >
          None of them matches a key that the nameservers of {domain} publish, so resolvers that
          validate would reject every answer. Compare them with what your DNS provider shows, or
          turn on DNSSEC there first.
        </Banner>
      )}
      <RecordsField
        form={form}
        path="ds"
        label="DS records"
        hint="One on each line: key tag, algorithm, digest type and digest."
        placeholder="60485 13 2 E3B0C44298FC1C14…"
      />
      <Checkbox
        label="Follow my DNS provider"
        hint="Once a day we ask your nameservers for CDS records. When your provider replaces its key, we change the DS records at the registry."
        isChecked={form.values.followCds}
        onChange={(isChecked) => form.set('followCds', isChecked)}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form}>Save DS records</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

function isBreaking(error: HostmasterError): boolean {
  return error.code === 'dnssec_unavailable' && error.messageFor('ds') !== null;
}
