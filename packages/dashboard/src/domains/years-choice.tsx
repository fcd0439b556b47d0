/** Radio buttons for one to ten years, as tiles with prices. */
import { useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import { choiceClass } from '../ui/controls/choice-class.ts';
import { counted } from '../ui/text/counted.ts';
import { formatAmount, formatCredits } from '../ui/text/credits.tsx';

export interface Quote {
  readonly years: number;
  readonly credits: number;
  readonly expiresAt: string;
}

export function YearsChoice({
  quotes,
  value,
  onChange,
}: {
  readonly quotes: readonly Quote[];
  readonly value: number;
  readonly onChange: (years: number) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="text-sm font-medium">
        Years<span className="font-normal text-ink-faint md:hidden"> and price in credits</span>
      </legend>
      <div className="mt-1.5 grid grid-cols-5 gap-2">
        {quotes.map(({ years, credits }) => (
          <label
            key={years}
            className={classNames(
              'relative flex h-14 cursor-pointer flex-col items-center justify-center rounded-sm border transition-colors duration-100',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              choiceClass(years === value),
              years === value && 'text-accent-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={years}
              checked={years === value}
              onChange={() => onChange(years)}
              aria-label={`${counted(years, 'year')}, ${formatCredits(credits)}`}
              className="absolute inset-0 size-full cursor-pointer rounded-sm opacity-0"
            />
            <span aria-hidden="true" className="font-semibold">
              {years}
              <span className="max-md:hidden"> {years === 1 ? 'year' : 'years'}</span>
            </span>
            <span
              aria-hidden="true"
              className={classNames(
                'figures text-xs',
                years === value ? 'text-accent-ink' : 'text-ink-muted',
              )}
            >
              {formatAmount(credits)}
              <span className="max-md:hidden"> {credits === 1 ? 'credit' : 'credits'}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
