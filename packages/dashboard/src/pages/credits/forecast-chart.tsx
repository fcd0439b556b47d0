/** The forecast balance as a line chart. The text beside it says the same. */
import { useId } from 'react';
import type { BalancePoint } from '../../credits/forecast-line.ts';
import { formatAmount, formatCredits } from '../../ui/text/credits.tsx';
import { formatDate } from '../../ui/text/format-time.ts';

const width = 600;
const height = 120;
/** Keeps the line from being cut off at the edges. */
const margin = 4;

export function ForecastChart({ points }: { readonly points: readonly BalancePoint[] }) {
  const id = useId();
  const first = points.at(0);
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const top = Math.max(first.balance, 1);
  const bottom = Math.min(last.balance, 0);
  const x = (at: number) => ((at - first.at) / Math.max(last.at - first.at, 1)) * width;
  const y = (balance: number) =>
    margin + ((top - balance) / (top - bottom)) * (height - 2 * margin);
  const zero = y(0);
  const line = points.map(({ at, balance }) => `${round(x(at))},${round(y(balance))}`).join(' ');
  const area = `0,${round(zero)} ${line} ${width},${round(zero)}`;
  return (
    <figure className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      <div
        aria-hidden="true"
        className="figures flex flex-col justify-between text-right text-xs text-ink-faint"
      >
        <span>{formatAmount(first.balance)}</span>
        <span>{bottom < 0 ? `−${formatAmount(-bottom)}` : '0'}</span>
      </div>
      <svg
        role="img"
        aria-label={`Your balance falls from ${formatCredits(first.balance)} to ${formatCredits(last.balance)} by ${formatDate(new Date(last.at))}.`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-28 w-full overflow-visible"
      >
        <clipPath id={`${id}-above`}>
          <rect y={-margin} width={width} height={zero + margin} />
        </clipPath>
        <clipPath id={`${id}-below`}>
          <rect y={zero} width={width} height={height - zero + margin} />
        </clipPath>
        <Part clip={`${id}-above`} line={line} area={area} color="text-accent" />
        <Part clip={`${id}-below`} line={line} area={area} color="text-bad" />
        <line
          x2={width}
          y1={zero}
          y2={zero}
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
      </svg>
      <figcaption
        aria-hidden="true"
        className="col-start-2 flex justify-between text-xs text-ink-faint"
      >
        <span>Today</span>
        <span>{formatDate(new Date(last.at))}</span>
      </figcaption>
    </figure>
  );
}

/** The line and its area on one side of zero. */
function Part({
  clip,
  line,
  area,
  color,
}: {
  readonly clip: string;
  readonly line: string;
  readonly area: string;
  readonly color: string;
}) {
  return (
    <g clipPath={`url(#${clip})`} className={color}>
      <polygon points={area} className="fill-current opacity-15" />
      <polyline
        points={line}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-current"
      />
    </g>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
