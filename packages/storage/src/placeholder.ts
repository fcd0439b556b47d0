import type { Sealer } from './sealer.ts';

type Encode = (value: unknown, sealer: Sealer) => unknown;

/** A placeholder for a query parameter, or for a field of each row in a list of them. */
export class Placeholder {
  readonly name: string;
  readonly encode: Encode | null;
  /** The parameter with the list, whose rows have the field `name`; null for a parameter. */
  readonly list: string | null;

  constructor(
    name: string,
    encode: Placeholder['encode'] = null,
    list: Placeholder['list'] = null,
  ) {
    this.name = name;
    this.encode = encode;
    this.list = list;
  }

  /** The parameter as its column stores it. */
  encodedBy(encode: (value: never, sealer: Sealer) => unknown): Placeholder {
    return new Placeholder(this.name, encode as Encode, this.list);
  }

  /** For a parameter that is a list of rows: the statement runs once for each of them. */
  fieldOfEach(field: string): Placeholder {
    return new Placeholder(field, null, this.name);
  }
}

/** The parameter as one JSON text, for a statement that reads the list or object in it. */
export function asJson(parameter: unknown): Placeholder {
  if (!(parameter instanceof Placeholder)) throw new TypeError('Not a parameter of a query.');
  return parameter.encodedBy((value) => JSON.stringify(value));
}
