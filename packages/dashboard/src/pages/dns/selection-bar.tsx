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
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunken px-4 py-2 md:px-5">
      <Checkbox
        label={`Select all ${shownCount} records`}
        isLabelHidden
        isChecked={count === shownCount}
        isPartial={count < shownCount}
        onChange={() => (count < shownCount ? selection.selectAll() : selection.clear())}
      />
      <p role="status" className="text-sm">
        {count} of {shownCount} selected
        {isTooMany && `. Select at most ${editsMax.toLocaleString('en')} to delete them at once.`}
      </p>
      <div className="ml-auto flex gap-2">
        <Button size="sm" variant="ghost" onClick={selection.clear}>
          Clear selection
        </Button>
        <Button size="sm" icon={Trash2} disabled={isTooMany} onClick={onDelete}>
          Delete {count === 1 ? '1 record' : `${count} records`}
        </Button>
      </div>
    </div>
  );
}
