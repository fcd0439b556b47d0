/**
 * The current time, updated while the page is open. Domain dates follow a calendar that the sandbox
 * can move, so "in 3 days" must count from the calendar's today.
 */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sessionQuery } from './session.ts';

const tickMs = 30_000;

export function useNow(): number {
  const tick = useSyncExternalStore(subscribe, () => Math.floor(Date.now() / tickMs));
  return Math.max(tick * tickMs, Date.now());
}

export function useCalendarNow(): number {
  const { data } = useQuery(sessionQuery);
  return useNow() + (data?.service.calendarOffsetMs ?? 0);
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}
