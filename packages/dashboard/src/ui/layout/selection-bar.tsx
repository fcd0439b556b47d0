/** Above a table while some of its rows are selected: how many, and what can be done with them. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Button } from '../controls/button.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { counted } from '../text/counted.ts';

export function SelectionBar({
  noun,
  count,
  shownCount,
  topClass,
  warning,
  onSelectAll,
  onClear,
  children,
}: {
  /** What one row is: "record". */
  readonly noun: string;
  readonly count: number;
  readonly shownCount: number;
  /** Where the header of the table stays on wide screens. */
  readonly topClass: string;
  /** Why the action is not possible. */
  readonly warning: string | null;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  /** The button of the action. */
  readonly children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    // Over the header of the table, and on phones over the page: the rows stay where they are.
    <div
      className={classNames(
        'max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:z-9 max-md:border-t max-md:border-line md:sticky md:z-5 md:h-0',
        topClass,
      )}
    >
      <div className="flex items-center gap-x-4 border-b border-line bg-sunken px-4 max-md:min-h-12 md:h-9 md:px-5">
        <Checkbox
          label={`Select all ${counted(shownCount, noun)}`}
          isLabelHidden
          isChecked={count === shownCount}
          isPartial={count < shownCount}
          onChange={count < shownCount ? onSelectAll : onClear}
        />
        <p role="status" className="text-sm">
          {count.toLocaleString()} of {shownCount.toLocaleString()} selected
          {warning !== null && `. ${warning}`}
        </p>
        <div className="ml-auto flex shrink-0 gap-2">
          <Button
            size="sm"
            variant="ghost"
            className="md:h-7"
            aria-label="Clear selection"
            onClick={onClear}
          >
            Clear
          </Button>
          {children}
        </div>
      </div>
    </div>
  );
}
