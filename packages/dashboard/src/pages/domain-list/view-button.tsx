/** Opens what the list shows and hides: filters, columns, and the list as a file. */
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { filtersOf } from './list-search.ts';
import type { ViewedList } from './viewed-list.ts';

const ViewDialog = lazy(async () => ({
  default: (await import('./view-dialog.tsx')).ViewDialog,
}));

export function ViewButton(view: ViewedList) {
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(filtersOf(view.search)).length;
  return (
    <>
      <Button
        icon={SlidersHorizontal}
        aria-label={count === 0 ? 'View' : `View, ${count} ${count === 1 ? 'filter' : 'filters'}`}
        onClick={() => setOpen(true)}
      >
        View{count === 0 ? '' : ` (${count})`}
      </Button>
      {isOpen && (
        <Suspense>
          <ViewDialog {...view} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
