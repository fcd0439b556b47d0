/**
 * Where a field is in the object of its table: at its top, or in one of its parts. The select list says
 * so by a name with a dot, `renewal.autoRenew`, and the engines make rows of such names.
 */

/** Where the field is, as it is read: `autoRenew` of the part `renewal` is `renewal.autoRenew`. */
export interface Place {
  /** Null at the top. */
  readonly part: string | null;
  readonly field: string;
}

export function placeOf(name: string): Place {
  const dot = name.indexOf('.');
  if (dot < 0) return { part: null, field: name };
  return { part: name.slice(0, dot), field: name.slice(dot + 1) };
}

/** The object that has the fields which such names say. */
export type Nested<Named> = [Extract<keyof Named, `${string}.${string}`>] extends [never]
  ? Named
  : {
      readonly [Name in TopName<keyof Named>]: Name extends keyof Named
        ? Named[Name]
        : {
            readonly [Each in keyof Named as Each extends `${Name & string}.${infer Field}`
              ? Field
              : never]: Named[Each];
          };
    };

/** Of a field at the top its own name, of others that of the part. */
type TopName<Name> = Name extends `${infer Part}.${string}` ? Part : Name;
