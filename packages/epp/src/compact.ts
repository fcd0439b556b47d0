/** Removes undefined properties, as exactOptionalPropertyTypes requires. */

export type Compact<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

export function compact<T extends object>(input: T): Compact<T> {
  const present = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Compact<T>;
}

/** An optional list that is empty is left out. */
export function nonEmpty<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** Unlike `value && change(value)`, an empty string is a value too. */
export function whenDefined<T, U>(value: T | undefined, change: (value: T) => U): U | undefined {
  return value === undefined ? undefined : change(value);
}
