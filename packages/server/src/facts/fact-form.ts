/** What each kind of fact must have: its activity row, a text for people, and its public event. */
import type { EventData, EventType } from '@hostmaster/contract';

/** A fact about one subject, such as a domain; further data is beside it. Several kinds may share a form. */
export type About<S extends string, K extends string, D = unknown> = K extends string
  ? Readonly<{ kind: K } & Record<S, string> & D>
  : never;

export type AboutDomain<K extends string, D = unknown> = About<'domain', K, D>;

/** A type of event with its data; the id, the time and the actor are added when it is written. */
export type PublicEvent = {
  [T in EventType]: {
    readonly type: T;
    readonly domain: string | null;
    readonly data: EventData<T>;
  };
}[EventType];

export interface FactRow {
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Details of a stored row: earlier versions wrote fewer fields, so that none of them is certain. */
export type StoredDetails<F> = { readonly [N in Exclude<keyof F, 'kind'>]?: unknown };

/** Why a kind of fact is no public event. */
export type NoEvent =
  /** A step toward an outcome, and that is an event of its own. */
  | 'ordered'
  /** It changes no state that a customer sees. */
  | 'internal'
  /** It names people and their addresses, which only the dashboard shows. */
  | 'people';

interface FactTelling<F> {
  /** Follows the name of the actor. */
  readonly text: (subject: string, details: StoredDetails<F>) => string;
  readonly event: ((fact: F) => PublicEvent | null) | NoEvent;
}

export interface FactForm<F> extends FactTelling<F> {
  readonly row: (fact: F) => FactRow;
}

interface AnyFact {
  readonly kind: string;
}

export type ByKind<F extends AnyFact> = { [M in F as M['kind']]: M };

/** One form for each kind: a missing one does not compile. */
export type FactForms<F extends AnyFact> = {
  readonly [K in F['kind']]: FactForm<ByKind<F>[K]>;
};

type FactTellings<F extends AnyFact> = {
  readonly [K in F['kind']]: FactTelling<ByKind<F>[K]>;
};

/** Adds the row that all kinds of these facts have. */
export function withRow<F extends AnyFact>(
  row: (fact: F) => FactRow,
  tellings: FactTellings<F>,
): FactForms<F> {
  const forms = Object.entries<FactTelling<never>>(tellings).map(([kind, telling]) => [
    kind,
    { ...telling, row },
  ]);
  return Object.fromEntries(forms);
}

/** The row of a fact with one field as its subject; the details are all other fields. */
export function rowAbout<S extends string>(field: S) {
  return <F extends AnyFact & Readonly<Record<S, string>>>(fact: F): FactRow => {
    const { kind, [field]: subject, ...details } = fact;
    return { subject, details };
  };
}
