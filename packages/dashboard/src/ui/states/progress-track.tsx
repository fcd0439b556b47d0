/** A bar that fills from left to right. What it says in words is beside it. */
import { classNames } from '../class-names.ts';

export function ProgressTrack({
  label,
  value,
  max,
  color = 'bg-accent',
}: {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly color?: 'bg-accent' | 'bg-warn' | 'bg-bad';
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      className="h-2 overflow-hidden rounded-full bg-pressed"
    >
      <div
        className={classNames('h-full rounded-full transition-[width] duration-300', color)}
        style={{ width: `${max === 0 ? 100 : Math.min(1, value / max) * 100}%` }}
      />
    </div>
  );
}
