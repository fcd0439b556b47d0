/**
 * A short explanation on hover and keyboard focus, for any element with `data-hint`. One for the whole
 * page, because a long list has a hundred such buttons. Never the only place for information.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const openAfterMs = 350;
/** Long enough to move the pointer onto the hint. */
const closeAfterMs = 120;
const gapPx = 6;
const marginPx = 8;

export function Hints() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => listen(setAnchor), []);
  const text = anchor?.dataset.hint;
  return anchor !== null && text !== undefined && <Hint anchor={anchor} text={text} />;
}

function Hint({ anchor, text }: { readonly anchor: HTMLElement; readonly text: string }) {
  const popup = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another size
  useLayoutEffect(() => {
    if (popup.current !== null) place(popup.current, anchor.getBoundingClientRect());
  }, [anchor, text]);
  return (
    <div
      ref={popup}
      role="tooltip"
      className="fixed z-50 max-w-72 rounded-sm bg-ink px-2 py-1 text-xs text-canvas shadow-float"
    >
      {text}
    </div>
  );
}

/** Above the element, or below it where there is no room. */
function place(popup: HTMLElement, anchor: DOMRect): void {
  const { width, height } = popup.getBoundingClientRect();
  const above = anchor.top - gapPx - height;
  const left = anchor.left + (anchor.width - width) / 2;
  const leftMax = document.documentElement.clientWidth - marginPx - width;
  popup.style.top = `${above >= marginPx ? above : anchor.bottom + gapPx}px`;
  popup.style.left = `${Math.max(marginPx, Math.min(left, leftMax))}px`;
}

/** Reports the element whose hint is to be shown. Returns a function that ends it. */
function listen(report: (anchor: HTMLElement | null) => void): () => void {
  const end = new AbortController();
  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (anchor: HTMLElement | null, afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      shown = anchor?.isConnected === true ? anchor : null;
      report(shown);
    }, afterMs);
  };
  const on = <K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(type, listener, { signal: end.signal, capture: true });

  on('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    if (target.closest('[role=tooltip]') !== null) return clearTimeout(timer);
    const anchor = target.closest<HTMLElement>('[data-hint]');
    if (anchor === shown) return clearTimeout(timer);
    show(anchor, anchor === null ? closeAfterMs : shown === null ? openAfterMs : 0);
  });
  on('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const hasHint = target.dataset.hint !== undefined && target.matches(':focus-visible');
    show(hasHint ? target : null, 0);
  });
  on('focusout', () => show(null, 0));
  on('pointerdown', () => show(null, 0));
  on('click', () => show(null, 0));
  on('scroll', () => show(null, 0));
  on('keydown', ({ key }) => {
    if (key === 'Escape') show(null, 0);
  });
  end.signal.addEventListener('abort', () => clearTimeout(timer));
  return () => end.abort();
}
