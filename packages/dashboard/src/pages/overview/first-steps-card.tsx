/** The first steps in a new workspace. Hidden when all are done or the card is dismissed. */
import { Link } from '@tanstack/react-router';
import { ArrowRight, Check, X } from 'lucide-react';
import { useState } from 'react';
import { browserStorage } from '../../api/browser-storage.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { Overview } from './overview-query.ts';

type Steps = Overview['steps'];

interface Step {
  readonly done: keyof Steps;
  readonly title: string;
  readonly text: string;
  /** Below the workspace. */
  readonly path: string;
  readonly action: string;
}

const steps: readonly Step[] = [
  {
    done: 'hasCredits',
    title: 'Top up credits',
    text: 'Credits pay for registrations and renewals.',
    path: 'credits',
    action: 'Top up',
  },
  {
    done: 'hasDomain',
    title: 'Register a domain',
    text: 'See availability and prices as you type.',
    path: 'domains/search',
    action: 'Find a domain',
  },
  {
    done: 'hasRecord',
    title: 'Add a DNS record',
    text: 'Point your domain at a website, mail server or other service.',
    path: 'domains',
    action: 'Choose a domain',
  },
  {
    done: 'hasToken',
    title: 'Create an API token',
    text: 'Do all of this from your own scripts and apps.',
    path: 'settings/tokens',
    action: 'Create token',
  },
];

export function FirstStepsCard({ steps: state }: { readonly steps: Steps }) {
  const { workspaceId } = useWorkspace();
  const [isHidden, hide] = useHidden(workspaceId);
  const shown = steps.filter(({ done }) => done !== 'hasCredits' || isTopUpDue(state));
  const doneCount = shown.filter(({ done }) => state[done]).length;
  if (isHidden || doneCount === shown.length) return null;
  const next = shown.find(({ done }) => !state[done]);
  return (
    <Card
      title="Get started"
      description={`${doneCount} of ${shown.length} complete`}
      action={<IconButton icon={X} label="Dismiss" size="sm" className="-mr-2" onClick={hide} />}
    >
      <ol className="grid gap-x-6 gap-y-4 md:auto-cols-fr md:grid-cols-2 xl:grid-flow-col xl:grid-cols-none">
        {shown.map((step, index) => (
          <StepItem
            key={step.done}
            step={step}
            number={index + 1}
            isDone={state[step.done]}
            isNext={step === next}
          />
        ))}
      </ol>
    </Card>
  );
}

/** Credits that were there from the start are no step that anyone took. */
function isTopUpDue({ hasCredits, hasToppedUp }: Steps): boolean {
  return hasToppedUp || !hasCredits;
}

function StepItem({
  step,
  number,
  isDone,
  isNext,
}: {
  readonly step: Step;
  readonly number: number;
  readonly isDone: boolean;
  readonly isNext: boolean;
}) {
  const { workspaceId } = useWorkspace();
  const to: string = `/${workspaceId}/${step.path}`;
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className={classNames(
          'figures mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold',
          isDone && 'bg-good-soft text-good-ink',
          !isDone && (isNext ? 'bg-accent text-on-accent' : 'bg-pressed text-ink-muted'),
        )}
      >
        {isDone ? <Check className="size-3.5" strokeWidth={3} /> : number}
      </span>
      <div className="min-w-0 pt-0.5">
        <p className={classNames('font-medium', isDone && 'text-ink-muted')}>
          {step.title}
          {isDone && <span className="sr-only">, completed</span>}
        </p>
        {!isDone && (
          <>
            <p className="mt-0.5 text-sm text-pretty text-ink-muted">{step.text}</p>
            <Link
              to={to}
              className="mt-1.5 inline-flex items-center gap-1 rounded-xs text-sm font-medium text-accent-ink underline-offset-3 hover:underline"
            >
              {step.action}
              <ArrowRight className="size-3.5" aria-hidden="true" />
            </Link>
          </>
        )}
      </div>
    </li>
  );
}

/** Kept by the browser; where storage is denied, until the page is loaded again. */
function useHidden(workspaceId: string): readonly [boolean, () => void] {
  const key = `first-steps-hidden ${workspaceId}`;
  const [hiddenFor, setHiddenFor] = useState<string | null>(null);
  const hide = () => {
    setHiddenFor(workspaceId);
    browserStorage.set(key, 'true');
  };
  return [hiddenFor === workspaceId || browserStorage.get(key) !== null, hide];
}
