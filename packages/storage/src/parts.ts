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

export type Places = ReadonlyMap<string, Place>;
type Values = Readonly<Record<string, unknown>>;

/** Where the fields of a table are; no two have one name. */
export function placesOf(
  table: string,
  top: object,
  parts: Readonly<Record<string, object>>,
): Places {
  const places = new Map<string, Place>();
  const add = (place: Place) => {
    if (places.has(place.field)) throw new TypeError(`${table} has ${place.field} twice.`);
    places.set(place.field, place);
  };
  for (const field of Object.keys(top)) add({ part: null, field });
  for (const [part, fields] of Object.entries(parts)) {
    if (part in top) throw new TypeError(`${table} has ${part} twice.`);
    for (const field of Object.keys(fields)) add({ part, field });
  }
  return places;
}

/** As the select list has it. */
export function nameOf(places: Places, field: string): string {
  const part = places.get(field)?.part ?? null;
  return part === null ? field : `${part}.${field}`;
}

/** The fields of an entity without its parts. */
export function flat(entity: Values, places: Places): Values {
  const fields: Record<string, unknown> = {};
  for (const { part, field } of places.values()) {
    const values = part === null ? entity : (entity[part] as Values);
    fields[field] = values[field];
  }
  return fields;
}

/** The entity with these fields changed, wherever they are in it. */
export function changed<E extends object>(entity: E, fields: Values, places: Places): E {
  const before = entity as Values;
  const copy: Record<string, unknown> = { ...before };
  for (const field of Object.keys(fields)) {
    const place = places.get(field);
    if (place === undefined) throw new TypeError(`The table has no field ${field}.`);
    const { part } = place;
    if (part === null) {
      copy[field] = fields[field];
      continue;
    }
    // The entity that was given keeps its parts.
    if (copy[part] === before[part]) copy[part] = { ...(before[part] as Values) };
    (copy[part] as Record<string, unknown>)[field] = fields[field];
  }
  return copy as E;
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

/** The name of a field at the top, or of the part that a field is in. */
type TopName<Name> = Name extends `${infer Part}.${string}` ? Part : Name;
