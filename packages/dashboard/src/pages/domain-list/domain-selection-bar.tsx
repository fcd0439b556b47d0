/** What can be done with the selected domains. */
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { SelectionBar } from '../../ui/layout/selection-bar.tsx';
import { counted } from '../../ui/text/counted.ts';
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
  const { names } = selection;
  const isTooMany = names.length > bulkDomainsMax;
  return (
    <>
      <SelectionBar
        noun="domain"
        count={names.length}
        shownCount={shownCount}
        topClass="md:top-13"
        warning={isTooMany ? `Select at most ${bulkDomainsMax.toLocaleString()}.` : null}
        onSelectAll={selection.selectAll}
        onClear={selection.clear}
      >
        <Button
          size="sm"
          variant="primary"
          className="md:h-7"
          disabled={isTooMany}
          aria-label={`Change ${counted(names.length, 'domain')}`}
          onClick={() => setOpen(true)}
        >
          Change
        </Button>
      </SelectionBar>
      {isOpen && names.length > 0 && (
        <Suspense>
          <BulkDialog names={names} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
