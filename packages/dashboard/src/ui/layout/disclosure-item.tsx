/** An item of a list that opens to show more. What it hides exists only while it is open. */
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../class-names.ts';

export function DisclosureItem({
  summary,
  children,
}: {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-3 px-4 py-3 text-left -outline-offset-2 hover:bg-hover md:px-5"
      >
        <ChevronRight
          className={classNames(
            'mt-0.5 size-4 shrink-0 text-ink-faint transition-transform duration-100',
            isOpen && 'rotate-90',
          )}
          aria-hidden="true"
        />
        <span className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-1.5 md:flex-row md:items-start md:justify-between">
          {summary}
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  );
}
