/** The steps between off and on as a line: horizontal, or vertical on phones. */
import { classNames } from '../../ui/class-names.ts';
import type { Dnssec } from './dnssec-query.ts';

type Phase = NonNullable<Dnssec['phase']>;

interface Step {
  readonly phase: Phase;
  readonly label: string;
}

const stepsOn: readonly Step[] = [
  { phase: 'signing', label: 'Sign records' },
  { phase: 'waiting_for_servers', label: 'Update nameservers' },
  { phase: 'waiting_for_caches', label: 'Wait for caches' },
  { phase: 'sending_ds', label: 'Add DS record' },
];
const stepsOff: readonly Step[] = [
  { phase: 'removing_ds', label: 'Remove DS record' },
  { phase: 'waiting_for_ds_ttl', label: 'Wait for caches' },
  { phase: 'unsigning', label: 'Remove signatures' },
];

export function DnssecSteps({ dnssec }: { readonly dnssec: Dnssec }) {
  const steps = dnssec.state === 'turning_off' ? stepsOff : stepsOn;
  const current = steps.findIndex(({ phase }) => phase === dnssec.phase);
  return (
    <ol aria-label="DNSSEC steps" className="flex flex-col gap-2 md:flex-row md:gap-4">
      {steps.map(({ phase, label }, index) => (
        <li
          key={phase}
          aria-current={index === current ? 'step' : undefined}
          className={classNames(
            'flex min-w-0 items-center gap-2 text-sm max-md:border-l-2 max-md:pl-3 md:flex-1 md:border-t-2 md:pt-2',
            index <= current ? 'border-accent' : 'border-line-strong',
            index === current ? 'font-medium text-accent-ink' : 'text-ink-muted',
          )}
        >
          {label}
          {index < current && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
