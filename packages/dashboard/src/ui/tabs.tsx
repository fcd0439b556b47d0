/** Tabs inside a page or dialog, for views without their own URL. */
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabView {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

export function Tabs({
  label,
  views,
  initial,
}: {
  readonly label: string;
  readonly views: readonly TabView[];
  /** The initial tab; the first one by default. */
  readonly initial?: string;
}) {
  return (
    <Base.Root defaultValue={initial ?? views[0]?.id}>
      <Base.List aria-label={label} className="flex gap-1 rounded-md bg-sunken p-1">
        {views.map((view) => (
          <Base.Tab
            key={view.id}
            value={view.id}
            className="h-7 flex-1 rounded-sm px-3 text-sm font-medium text-ink-muted hover:text-ink data-active:bg-raised data-active:text-ink data-active:shadow-control"
          >
            {view.label}
          </Base.Tab>
        ))}
      </Base.List>
      {views.map((view) => (
        <Base.Panel key={view.id} value={view.id} className="pt-4">
          {view.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
