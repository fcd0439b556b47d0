/** Imports a zone file in two steps: preview, then apply exactly that plan. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { useState } from 'react';
import { useWorkspace } from '../../../api/use-workspace.ts';
import { asSentence } from '../../../forms/as-sentence.ts';
import { required } from '../../../forms/required.ts';
import { useForm } from '../../../forms/use-form.ts';
import { Dialog } from '../../../ui/popups/dialog.tsx';
import type { ZoneDialogProps } from '../dns-toolbar.tsx';
import { PlanStep } from '../plan-step.tsx';
import { describeResult } from './plan-summary.ts';
import { PlanView } from './plan-view.tsx';
import { type ZoneFile, ZoneFileForm } from './zone-file-form.tsx';

type Planned = DashboardOutput<'planZoneImport'>;

/** A file with errors; they are shown until it is edited. */
interface CheckedFile {
  readonly text: string;
  readonly faults: readonly string[];
}

export function ImportDialog({ domain, isOpen, onClose }: ZoneDialogProps) {
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
  const { added, changed, removed } = planned.plan.counts;
  return (
    <PlanStep
      place={{ workspaceId, domain }}
      count={added + changed + removed}
      apply={async () => {
        const input = { domain, ...file, planHash: planned.planHash };
        const description = describeResult(await api.applyZoneImport(input));
        return { title: 'Zone file imported', description };
      }}
      replan={async () => onPlanned(await api.planZoneImport({ domain, ...file }))}
      onBack={onBack}
      onDone={onDone}
    >
      <PlanView plan={planned.plan} />
    </PlanStep>
  );
}
