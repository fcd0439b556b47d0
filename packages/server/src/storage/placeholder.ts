/** A placeholder for a query parameter. */
export class Placeholder {
  readonly name: string;
  readonly encode: ((value: unknown) => unknown) | null;

  constructor(name: string, encode: Placeholder['encode'] = null) {
    this.name = name;
    this.encode = encode;
  }

  /** The parameter as its column stores it. */
  encodedBy(encode: (value: never) => unknown): Placeholder {
    return new Placeholder(this.name, encode as (value: unknown) => unknown);
  }
}

/** The parameter as one JSON text, for a statement that reads the list or object in it. */
export function asJson(parameter: unknown): Placeholder {
  if (!(parameter instanceof Placeholder)) throw new TypeError('Not a parameter of a query.');
  return parameter.encodedBy(JSON.stringify);
}
