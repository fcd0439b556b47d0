/**
 * Recognizes the second click of a double click, even on another button: when a row is deleted, the
 * next one moves under the pointer.
 */
import { type MouseEvent, useRef } from 'react';

export type ClickGuard = (event: MouseEvent) => boolean;

/** Longer than the double-click interval of any system's default. */
const repeatMs = 700;
const repeatPx = 6;

/** Returns a function that is false for a repeated click at the same place. Keys never count. */
export function useClickGuard(): ClickGuard {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, x: 0, y: 0 });
  return ({ timeStamp: at, clientX: x, clientY: y, detail }) => {
    const before = last.current;
    last.current = { at, x, y };
    if (detail === 0) return true;
    const isNear = Math.abs(x - before.x) <= repeatPx && Math.abs(y - before.y) <= repeatPx;
    return !(isNear && at - before.at < repeatMs);
  };
}
