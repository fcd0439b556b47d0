/** Sets or removes the spending cap of a key or member. */
import { refreshWorkspace } from '../api/refresh-workspace.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { capHint, capProblem, readCap, type Spending, spendingText } from '../credits/cap.ts';
import { FormActions } from '../forms/form-actions.tsx';
import { TextField } from '../forms/form-fields.tsx';
import { FormView } from '../forms/form-view.tsx';
import { PasswordGate, useWithPassword } from '../forms/password-gate.tsx';
import { useForm } from '../forms/use-form.ts';
import { Dialog } from '../ui/popups/dialog.tsx';
import { showToast } from '../ui/popups/toast-queue.ts';
import type { DialogSubject } from '../ui/popups/use-dialog-subject.ts';

interface Capped {
  readonly name: string;
  readonly spending: Spending | null;
}

export function CapDialog<Subject extends Capped>({
  dialog,
  description,
  change,
}: {
  readonly dialog: DialogSubject<Subject>;
  readonly description: string;
  readonly change: (subject: Subject, cap: number | null) => Promise<unknown>;
}) {
  const { subject } = dialog;
  if (subject === null) return null;
  return (
    <Dialog
      isOpen={dialog.isOpen}
      onClose={dialog.close}
      title={`Spending cap of ${subject.name}`}
      description={description}
      size="sm"
    >
      <PasswordGate>
        <CapForm
          key={dialog.opening}
          subject={subject}
          change={(cap) => change(subject, cap)}
          onClose={dialog.close}
        />
      </PasswordGate>
    </Dialog>
  );
}

function CapForm({
  subject: { name, spending },
  change,
  onClose,
}: {
  readonly subject: Capped;
  readonly change: (cap: number | null) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const form = useForm({
    initial: { cap: String(spending?.cap ?? '') },
    validate: ({ cap }) => {
      const problem = capProblem(cap);
      return problem === null ? {} : { cap: problem };
    },
    submit: ({ cap }) => withPassword(() => change(readCap(cap))),
    onDone: async (_, { cap }) => {
      await refreshWorkspace(workspaceId);
      onClose();
      showToast({
        title:
          readCap(cap) === null ? `Spending cap of ${name} removed` : `Spending cap of ${name} set`,
      });
    },
  });
  return (
    <FormView form={form} label="Spending cap" className="gap-5">
      <TextField
        form={form}
        name="cap"
        label="Monthly cap"
        hint={capHint}
        inputMode="decimal"
        autoComplete="off"
      />
      {spending !== null && (
        <p className="text-sm text-ink-muted">Spent: {spendingText(spending)}.</p>
      )}
      <FormActions form={form} onClose={onClose}>
        Save
      </FormActions>
    </FormView>
  );
}
