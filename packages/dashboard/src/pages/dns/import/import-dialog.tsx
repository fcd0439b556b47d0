/** Imports a zone file in two steps: preview, then apply exactly that plan. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { HostmasterError } from '@hostmaster/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explainError } from '../../../api/explain-error.ts';
import { useWorkspace } from '../../../api/use-workspace.ts';
import { asSentence } from '../../../forms/as-sentence.ts';
import { required } from '../../../forms/required.ts';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Dialog } from '../../../ui/popups/dialog.tsx';
import { DialogActions } from '../../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../../ui/popups/toast-queue.ts';
import { watchPublication } from '../publication-query.ts';
import { recordsKey } from '../records-query.ts';
import { describeResult } from './plan-summary.ts';
import { PlanView } from './plan-view.tsx';
import { type ZoneFile, ZoneFileForm } from './zone-file-form.tsx';

type Planned = DashboardOutput<'planZoneImport'>;

/** A file with errors; they are shown until it is edited. */
interface CheckedFile {
  readonly text: string;
  readonly faults: readonly string[];
}

export function ImportDialog({
  domain,
  isOpen,
  onClose,
}: {
  readonly domain: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { api } = useWorkspace();
  const [planned, setPlanned] = useState<Planned | null>(null);
  const [checked, setChecked] = useState<CheckedFile>({ text: '', faults: [] });
  // Outside the dialog's content, so that pasted text survives closing it by accident.
  const form = useForm<ZoneFile, Planned>({
    initial: { text: '', mode: 'merge' },
    validate: required({ text: 'Paste a zone file or choose a file.' }),
    submit: (file) => api.planZoneImport({ domain, ...file }),
    onDone: setPlanned,
    explain: ({ fields, message }, { text }) => {
      if (fields.length < 2) return null;
      setChecked({ text, faults: fields.map((field) => asSentence(field.message)) });
      return { text: asSentence(message.replace(/^text: /, '')) };
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={planned === null ? 'Import zone file' : 'Review changes'}
      description={
        planned === null
          ? "You'll see a preview before anything changes."
          : 'Nothing has changed yet.'
      }
    >
      {planned === null ? (
        <ZoneFileForm
          form={form}
          faults={checked.text === form.values.text ? checked.faults : []}
          onCancel={onClose}
        />
      ) : (
        <ApplyPlan
          domain={domain}
          file={form.values}
          planned={planned}
          onPlanned={setPlanned}
          onBack={() => setPlanned(null)}
          onDone={() => {
            setPlanned(null);
            form.reset({ text: '', mode: 'merge' });
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function ApplyPlan({
  domain,
  file,
  planned,
  onPlanned,
  onBack,
  onDone,
}: {
  readonly domain: string;
  readonly file: ZoneFile;
  readonly planned: Planned;
  readonly onPlanned: (planned: Planned) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const queries = useQueryClient();
  const [isReplanned, setReplanned] = useState(false);
  const apply = useMutation({
    mutationFn: async (): Promise<DashboardOutput<'applyZoneImport'> | null> => {
      try {
        return await api.applyZoneImport({ domain, ...file, planHash: planned.planHash });
      } catch (error) {
        if (!(error instanceof HostmasterError && error.code === 'plan_outdated')) throw error;
        onPlanned(await api.planZoneImport({ domain, ...file }));
        return null;
      }
    },
    onSuccess: async (result) => {
      setReplanned(result === null);
      await queries.invalidateQueries({ queryKey: recordsKey({ workspaceId, domain }) });
      if (result === null) return;
      watchPublication({ workspaceId, domain });
      showToast({ title: 'Zone file imported', description: describeResult(result) });
      onDone();
    },
  });
  const { added, changed, removed } = planned.plan.counts;
  const count = added + changed + removed;
  return (
    <div className="flex flex-col gap-4">
      {isReplanned && (
        <Banner tone="warn" isUrgent title="The records have changed">
          The preview is now up to date. Nothing has been imported yet.
        </Banner>
      )}
      {apply.isError && (
        <Banner tone="bad" isUrgent title="Import failed">
          {explainError(apply.error).message}
        </Banner>
      )}
      <PlanView plan={planned.plan} />
      <DialogActions>
        <Button onClick={onBack} disabled={apply.isPending}>
          Back
        </Button>
        <Button
          variant="primary"
          disabled={count === 0}
          isLoading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {count === 0
            ? 'Nothing to import'
            : `Apply ${count.toLocaleString()} ${count === 1 ? 'change' : 'changes'}`}
        </Button>
      </DialogActions>
    </div>
  );
}
