/** Above the records while some are selected: how many, and what to do with them. */
import { Trash2 } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { editsMax } from './edits-max.ts';
import type { Selection } from './use-selection.ts';

export function SelectionBar({
  selection,
  shownCount,
  onDelete,
}: {
  readonly selection: Selection;
  readonly shownCount: number;
  readonly onDelete: () => void;
}) {
  const count = selection.records.length;
  if (count === 0) return null;
  const isTooMany = count > editsMax;
  return (
    // Over the header of the table, and on phones over the page: the rows stay where they are.
    <div className="max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:z-9 max-md:border-t max-md:border-line md:sticky md:top-15.25 md:z-5 md:h-0">
      <div className="flex items-center gap-x-4 border-b border-line bg-sunken px-4 max-md:min-h-12 md:h-9 md:px-5">
        <Checkbox
          label={`Select all ${shownCount.toLocaleString()} records`}
          isLabelHidden
          isChecked={count === shownCount}
          isPartial={count < shownCount}
          onChange={() => (count < shownCount ? selection.selectAll() : selection.clear())}
        />
        <p role="status" className="text-sm">
          {count.toLocaleString()} of {shownCount.toLocaleString()} selected
          {isTooMany && `. Select at most ${editsMax.toLocaleString()} to delete them at once.`}
        </p>
        <div className="ml-auto flex shrink-0 gap-2">
          <Button
            size="sm"
            variant="ghost"
            className="md:h-7"
            aria-label="Clear selection"
            onClick={selection.clear}
          >
            Clear
          </Button>
          <Button
            size="sm"
            icon={Trash2}
            className="md:h-7"
            disabled={isTooMany}
            aria-label={`Delete ${count === 1 ? '1 record' : `${count.toLocaleString()} records`}`}
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      </div>
    </div>
  );
}
