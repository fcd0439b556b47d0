/** Above the domains while some are selected: how many, and the way to change them all. */
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import type { DomainSelection } from './use-domain-selection.ts';

/** As the API has it. */
const bulkDomainsMax = 10_000;

const BulkDialog = lazy(async () => ({
  default: (await import('./bulk-dialog.tsx')).BulkDialog,
}));

export function DomainSelectionBar({
  selection,
  shownCount,
}: {
  readonly selection: DomainSelection;
  readonly shownCount: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const count = selection.names.length;
  if (count === 0) return null;
  const isTooMany = count > bulkDomainsMax;
  return (
    // Over the header of the table, and on phones over the page: the rows stay where they are.
    <div className="max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:z-9 max-md:border-t max-md:border-line md:sticky md:top-13 md:z-5 md:h-0">
      <div className="flex items-center gap-x-4 border-b border-line bg-sunken px-4 max-md:min-h-12 md:h-9 md:px-5">
        <Checkbox
          label={`Select all ${shownCount.toLocaleString()} domains`}
          isLabelHidden
          isChecked={count === shownCount}
          isPartial={count < shownCount}
          onChange={() => (count < shownCount ? selection.selectAll() : selection.clear())}
        />
        <p role="status" className="text-sm">
          {count.toLocaleString()} of {shownCount.toLocaleString()} selected
          {isTooMany && `. Select at most ${bulkDomainsMax.toLocaleString()}.`}
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
            variant="primary"
            className="md:h-7"
            disabled={isTooMany}
            aria-label={`Change ${count === 1 ? '1 domain' : `${count.toLocaleString()} domains`}`}
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        </div>
      </div>
      {isOpen && (
        <Suspense>
          <BulkDialog names={selection.names} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
