/** The steps between off and on, between two keys or two providers, as a line: horizontal, or vertical on phones. */
import { type Dnssec, isMoving, isRolling } from '../../domains/dnssec-query.ts';
import { classNames } from '../../ui/class-names.ts';

type Phase = NonNullable<Dnssec['phase']>;

interface Step {
  readonly phases: readonly [Phase, ...Phase[]];
  readonly label: string;
}

const stepsOn: readonly Step[] = [
  { phases: ['signing'], label: 'Sign records' },
  { phases: ['waiting_for_servers'], label: 'Update nameservers' },
  { phases: ['waiting_for_caches'], label: 'Wait for caches' },
  { phases: ['sending_ds'], label: 'Add DS record' },
];
const stepsRoll: readonly Step[] = [
  { phases: ['adding_key', 'waiting_for_key_at_servers'], label: 'Add new key' },
  { phases: ['waiting_for_key_in_caches'], label: 'Wait for caches' },
  { phases: ['adding_new_ds', 'waiting_for_new_ds'], label: 'Add new DS record' },
  { phases: ['removing_old_ds', 'waiting_for_old_ds'], label: 'Remove old DS record' },
  { phases: ['removing_key'], label: 'Remove old key' },
];
const stepsOff: readonly Step[] = [
  { phases: ['removing_ds'], label: 'Remove DS record' },
  { phases: ['waiting_for_ds_ttl'], label: 'Wait for caches' },
  { phases: ['unsigning'], label: 'Remove signatures' },
];

/** The keys of two providers stand beside each other, until one of them goes. */
const stepsMove: readonly Step[] = [
  {
    phases: [
      'publishing_foreign_keys',
      'waiting_for_foreign_keys_at_servers',
      'signing',
      'waiting_for_servers',
    ],
    label: 'Publish keys of both',
  },
  {
    phases: ['waiting_for_foreign_keys_in_caches', 'waiting_for_caches'],
    label: 'Wait for caches',
  },
  { phases: ['sending_both_ds', 'waiting_for_both_ds'], label: 'Add DS records' },
  { phases: ['shared'], label: 'Change nameservers' },
];
const stepsMoved: readonly Step[] = [
  {
    phases: ['confirming_nameservers', 'waiting_for_nameservers'],
    label: 'Wait for nameservers',
  },
  {
    phases: [
      'removing_foreign_ds',
      'waiting_for_foreign_ds',
      'removing_own_ds',
      'waiting_for_own_ds',
    ],
    label: 'Remove DS records',
  },
  { phases: ['removing_foreign_keys'], label: 'Remove keys' },
];

/** Another DNS provider has the keys. */
const stepsForeignOn: readonly Step[] = [{ phases: ['sending_ds'], label: 'Add DS records' }];
const stepsForeignOff: readonly Step[] = [
  { phases: ['removing_ds'], label: 'Remove DS records' },
  { phases: ['waiting_for_ds_ttl', 'unsigning'], label: 'Wait for caches' },
];

export function DnssecSteps({ dnssec }: { readonly dnssec: Dnssec }) {
  const steps = stepsOf(dnssec);
  const { phase: now } = dnssec;
  const current = steps.findIndex(({ phases }) => now !== null && phases.includes(now));
  return (
    <ol aria-label="DNSSEC steps" className="flex flex-col gap-2 md:flex-row md:gap-4">
      {steps.map(({ label }, index) => (
        <li
          key={label}
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

function stepsOf(dnssec: Dnssec): readonly Step[] {
  if (isRolling(dnssec)) return stepsRoll;
  if (isMoving(dnssec)) {
    const isBefore = stepsMove.some(({ phases }) => phases.some((phase) => phase === dnssec.phase));
    return isBefore ? stepsMove : stepsMoved;
  }
  if (dnssec.foreignDs.length > 0) {
    return dnssec.state === 'turning_off' ? stepsForeignOff : stepsForeignOn;
  }
  return dnssec.state === 'turning_off' ? stepsOff : stepsOn;
}
