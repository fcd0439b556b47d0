/** What can be done with the selected records. */
import { Trash2 } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { SelectionBar } from '../../ui/layout/selection-bar.tsx';
import { counted } from '../../ui/text/counted.ts';
import { editsMax } from './edits-max.ts';
import type { Selection } from './use-selection.ts';

export function RecordSelectionBar({
  selection,
  shownCount,
  onDelete,
}: {
  readonly selection: Selection;
  readonly shownCount: number;
  readonly onDelete: () => void;
}) {
  const count = selection.records.length;
  const isTooMany = count > editsMax;
  return (
    <SelectionBar
      noun="record"
      count={count}
      shownCount={shownCount}
      topClass="md:top-15.25"
      warning={
        isTooMany ? `Select at most ${editsMax.toLocaleString()} to delete them at once.` : null
      }
      onSelectAll={selection.selectAll}
      onClear={selection.clear}
    >
      <Button
        size="sm"
        icon={Trash2}
        className="md:h-7"
        disabled={isTooMany}
        aria-label={`Delete ${counted(count, 'record')}`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </SelectionBar>
  );
}
