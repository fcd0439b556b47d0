/** Tabs inside a page or dialog, for views without their own URL. Arrow keys move between them. */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

export interface TabView {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

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
  const id = useId();
  const [chosen, setChosen] = useState(initial);
  const shown = views.find((view) => view.id === chosen) ?? views[0];
  if (shown === undefined) return null;
  const idOf = (view: TabView) => `${id}-${view.id}`;
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    const next = views.at((views.indexOf(shown) + step) % views.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next.id);
    document.getElementById(idOf(next))?.focus();
  };
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 rounded-md bg-sunken p-1"
      >
        {views.map((view) => (
          <button
            key={view.id}
            type="button"
            role="tab"
            id={idOf(view)}
            aria-selected={view === shown}
            aria-controls={`${id}-panel`}
            tabIndex={view === shown ? 0 : -1}
            onClick={() => setChosen(view.id)}
            className="h-7 flex-1 rounded-sm px-3 text-sm font-medium text-ink-muted hover:text-ink aria-selected:bg-raised aria-selected:text-ink aria-selected:shadow-control"
          >
            {view.label}
          </button>
        ))}
      </div>
      <div
        key={shown.id}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={idOf(shown)}
        className="pt-4"
      >
        {shown.content}
      </div>
    </div>
  );
}
