/** The monthly budget that alerts: how much of it is spent, and its form. */
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { capProblem, readCap, spendingText } from '../../credits/cap.ts';
import { FormCard } from '../../forms/form-card.tsx';
import { TextField } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { ProgressTrack } from '../../ui/states/progress-track.tsx';

interface MonthlyBudget {
  /** Null where none is set. */
  readonly budget: number | null;
  /** In this month. */
  readonly spent: number;
}

const title = 'Budget alert';
const description =
  'We email your notification address when the spending of a month reaches 80% and 100% of the budget. It does not block purchases.';

export function BudgetCard(monthly: MonthlyBudget) {
  const mayChange = useMay()('credits.pay');
  // The form begins with a budget that another member has set meanwhile.
  if (mayChange) return <BudgetForm key={monthly.budget} {...monthly} />;
  if (monthly.budget === null) return null;
  return (
    <Card title={title} description={description}>
      <BudgetBar budget={monthly.budget} spent={monthly.spent} />
    </Card>
  );
}

function BudgetForm({ budget, spent }: MonthlyBudget) {
  const { api, workspaceId } = useWorkspace();
  const form = useForm({
    initial: { budget: budget === null ? '' : String(budget) },
    validate: (values) => {
      const amount = readCap(values.budget);
      const problem =
        capProblem(values.budget) ??
        (amount !== null && amount < 1 ? 'The minimum is 1 credit.' : null);
      return problem === null ? {} : { budget: problem };
    },
    submit: (values) => api.setBudget({ budget: readCap(values.budget) }),
    onDone: async (_, values) => {
      await refreshWorkspace(workspaceId);
      form.reset(values);
      showToast({
        title: readCap(values.budget) === null ? 'Budget alert removed' : 'Budget alert saved',
      });
    },
  });
  return (
    <FormCard form={form} title={title} description={description} submitLabel="Save">
      {budget !== null && <BudgetBar budget={budget} spent={spent} />}
      <TextField
        form={form}
        name="budget"
        label="Monthly budget"
        hint="Credits per calendar month (UTC). Leave empty for no alert."
        inputMode="decimal"
        autoComplete="off"
      />
    </FormCard>
  );
}

function BudgetBar({ budget, spent }: { readonly budget: number; readonly spent: number }) {
  const share = spent / budget;
  return (
    <div>
      <p className="mb-2 text-sm">{spendingText({ cap: budget, spent })}</p>
      <ProgressTrack
        label="Budget spent"
        value={spent}
        max={budget}
        color={share >= 1 ? 'bg-bad' : share >= 0.8 ? 'bg-warn' : 'bg-accent'}
      />
    </div>
  );
}
