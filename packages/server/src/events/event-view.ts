/** Events as people see them: their public ids, and the cursors between them. */
import type { Event } from '@hostmaster/contract';
import { invalidRequest } from '../base/errors.ts';
import { isoTime } from '../base/iso-time.ts';
import type { StoredEvent } from '../storage/tables/events/events.ts';

/** `evt_`, ten digits of time and sixteen random ones. */
const idBaseLength = 30;
const cursorForm = /^c([0-9a-z]{1,11})$/;

/** Stored events are of the types of the contract, or of a later version's, which pass unchanged. */
export function eventView(event: StoredEvent): Event {
  const { type, at, data } = event;
  const view = { id: eventId(event), type, at: isoTime(at), domain: domainOf(event), data };
  return view as Event;
}

/** Earlier versions stored `all domains` or `example.com and 2 more` for a key of several domains. */
function domainOf({ domain }: StoredEvent): string | null {
  return domain?.includes(' ') === true ? null : domain;
}

/** The number is part of the id, so that an event is found without an index of ids. */
export function eventId({ idBase, seq }: Pick<StoredEvent, 'idBase' | 'seq'>): string {
  return `${idBase}${seq.toString(36)}`;
}

/** Null for a text that cannot be an id. The event found by `seq` must have this `idBase`. */
export function parseEventId(id: string): Pick<StoredEvent, 'idBase' | 'seq'> | null {
  const seq = Number.parseInt(id.slice(idBaseLength), 36);
  const parsed = { idBase: id.slice(0, idBaseLength), seq };
  return Number.isSafeInteger(seq) && eventId(parsed) === id ? parsed : null;
}

/** A place in the stream: after the event with this number. */
export function cursorAfter(seq: number): string {
  return `c${seq.toString(36)}`;
}

/** The parameters that take a cursor; `after` is the earlier name. */
export type CursorParameter = 'cursor' | 'after';

export function parseCursor(text: string, parameter: CursorParameter = 'cursor'): number {
  const seq = Number.parseInt(cursorForm.exec(text)?.[1] ?? '', 36);
  if (Number.isSafeInteger(seq) && cursorAfter(seq) === text) return seq;
  throw unknownCursor(parameter);
}

export function unknownCursor(parameter: CursorParameter) {
  return invalidRequest({
    path: parameter,
    message: 'must be a cursor from an answer of this workspace',
  });
}
