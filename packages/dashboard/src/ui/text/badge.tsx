/** A short label: a state with its colour, a type, a count. Never colour alone. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

const tones: Readonly<Record<Tone, string>> = {
  plain: 'bg-hover text-ink-muted',
  accent: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good-ink',
  warn: 'bg-warn-soft text-warn-ink',
  bad: 'bg-bad-soft text-bad-ink',
};

const dots: Readonly<Record<Tone, string>> = {
  plain: 'bg-ink-faint',
  accent: 'bg-accent',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
};

export function Badge({
  tone = 'plain',
  isMono = false,
  children,
}: {
  readonly tone?: Tone;
  readonly isMono?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center rounded-xs px-1.5 text-xs font-medium whitespace-nowrap',
        isMono && 'font-mono',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** A state in a list: a coloured dot and its label, less prominent than a badge. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span className={classNames('size-2 shrink-0 rounded-full', dots[tone])} aria-hidden="true" />
      {children}
    </span>
  );
}
