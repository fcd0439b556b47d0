/** Chooses an amount and opens the payment page. */
import { useRouter } from '@tanstack/react-router';
import { useWorkspace } from '../../api/use-workspace.ts';
import { openPayment } from '../../credits/open-payment.ts';
import { readAmount } from '../../credits/read-amount.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { classNames } from '../../ui/class-names.ts';
import { choiceClass } from '../../ui/controls/choice-class.ts';
import { Card } from '../../ui/layout/card.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { formatAmount } from '../../ui/text/credits.tsx';
import { amountProblem, firstAmount, type TopUpTerms } from './top-up-amount.ts';

const nextSteps = {
  stripe:
    "You'll pay on Stripe, then come back here. Credits are added as soon as the payment is confirmed.",
  sandbox: "You won't be charged in the sandbox. Choose the payment outcome on the next page.",
} as const;

export function TopUpCard({
  terms,
  missing,
}: {
  readonly terms: TopUpTerms;
  readonly missing: number | undefined;
}) {
  const { provider } = terms;
  if (provider === 'none') return <AskOperator />;
  return <TopUpForm terms={{ ...terms, provider }} missing={missing} />;
}

function TopUpForm({
  terms,
  missing,
}: {
  readonly terms: TopUpTerms & { readonly provider: keyof typeof nextSteps };
  readonly missing: number | undefined;
}) {
  const { api } = useWorkspace();
  const router = useRouter();
  const form = useForm({
    initial: { amount: firstAmount(missing, terms) },
    validate: ({ amount }) => {
      const problem = amountProblem(amount, terms);
      return problem === null ? {} : { credits: problem };
    },
    submit: ({ amount }, { idempotencyKey }) =>
      api.createTopUp({ credits: readAmount(amount) ?? 0 }, { idempotencyKey }),
    onDone: ({ payUrl }) => openPayment(payUrl, router.history),
  });
  const amount = readAmount(form.values.amount);
  return (
    <Card title="Top up" description="1 credit = 1 US dollar.">
      <FormView form={form} label="Top up">
        <fieldset className="grid grid-cols-4 gap-2">
          <legend className="sr-only">Suggested amounts</legend>
          {terms.suggestions.map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              aria-pressed={amount === suggestion}
              onClick={() => form.set('amount', String(suggestion), 'credits')}
              className={classNames(
                'figures h-9 rounded-sm border font-medium transition-colors duration-100',
                choiceClass(amount === suggestion),
                amount === suggestion && 'text-accent-ink',
              )}
            >
              {formatAmount(suggestion)}
            </button>
          ))}
        </fieldset>
        <TextField
          form={form}
          name="amount"
          path="credits"
          label="Credits"
          inputMode="decimal"
          autoComplete="off"
          hint={`Between ${formatAmount(terms.minimumCredits)} and ${formatAmount(terms.maximumCredits)}.`}
        />
        <SubmitButton form={form} size="lg">
          Continue to payment
        </SubmitButton>
        <p className="text-sm text-pretty text-ink-muted">{nextSteps[terms.provider]}</p>
      </FormView>
    </Card>
  );
}

function AskOperator() {
  const { workspaceId } = useWorkspace();
  return (
    <Card
      title="Top up"
      description="Card payments aren't available. Ask the operator of this service to add credits to your workspace:"
    >
      <CodeBlock
        value={`npx hostmaster credits add --workspace ${workspaceId} --amount 50 --reason 'Top-up'`}
        what="command"
      />
    </Card>
  );
}
