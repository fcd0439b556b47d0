/** The basket below the results: what all of it costs, and the way to register it. */
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { countText, totalText } from './basket-text.ts';
import type { Basket } from './use-basket.ts';

const BasketDialog = lazy(async () => ({
  default: (await import('./basket-dialog.tsx')).BasketDialog,
}));

export function BasketBar({ basket }: { readonly basket: Basket }) {
  const [isOpen, setOpen] = useState(false);
  const { items } = basket;
  if (items.length === 0) return null;
  return (
    <section
      aria-label="Basket"
      className="sticky bottom-4 z-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-raised px-4 py-3 shadow-float max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] md:px-5"
    >
      <p role="status" className="figures min-w-0 grow">
        <span className="font-medium">{countText(items.length)}</span>
        <span className="block text-sm text-ink-muted">{totalText(items)}</span>
      </p>
      <Button variant="ghost" aria-label="Clear the basket" onClick={basket.clear}>
        Clear
      </Button>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Register {countText(items.length)}
      </Button>
      {isOpen && (
        <Suspense>
          <BasketDialog basket={basket} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
