/** Amounts of credits. One credit is one US dollar; fractions have two decimals. */
import { classNames } from '../class-names.ts';

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const fraction = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

export function formatAmount(credits: number): string {
  return (Number.isInteger(credits) ? whole : fraction).format(credits);
}

/** "1 credit", "12.50 credits". */
export function formatCredits(credits: number): string {
  return `${formatAmount(credits)} ${unitOf(credits)}`;
}

/** "1 more credit", "12.50 more credits". */
export function formatMoreCredits(credits: number): string {
  return `${formatAmount(credits)} more ${unitOf(credits)}`;
}

/** Sums and differences of credits, without the error of binary fractions. */
export function roundCents(credits: number): number {
  return Math.round(credits * 100) / 100;
}

function unitOf(credits: number): string {
  return Math.abs(credits) === 1 ? 'credit' : 'credits';
}

export function Credits({
  amount,
  isSigned = false,
  hasUnit = true,
  hasCents = false,
}: {
  readonly amount: number;
  /** In statements: a plus or minus sign, and always two decimals. */
  readonly isSigned?: boolean;
  readonly hasUnit?: boolean;
  /** In columns: always two decimals. */
  readonly hasCents?: boolean;
}) {
  const size = Math.abs(amount);
  const figure = isSigned || hasCents ? fraction.format(size) : formatAmount(size);
  const text = hasUnit ? `${figure} ${unitOf(size)}` : figure;
  const sign = amount < 0 ? '−' : isSigned && amount > 0 ? '+' : '';
  return (
    <span
      className={classNames('figures whitespace-nowrap', isSigned && amount > 0 && 'text-good-ink')}
    >
      {sign}
      {text}
    </span>
  );
}
