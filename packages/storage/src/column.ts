/**
 * How a column stores a field of a domain object. Both engines store booleans as 0 or 1 and lists
 * and objects as JSON text; everything else is stored as it is.
 */
import type { Sealer } from './sealer.ts';

export interface Column<Stored, Value> {
  /** Null where the value is stored as it is. */
  readonly codec: Codec<Stored, Value> | null;
  readonly isBytes?: boolean;
  readonly isSealed?: boolean;
  /** Carry the types; never called. */
  readonly types?: (value: Value) => Stored;
}

export interface Codec<Stored, Value> {
  encode(value: Value, sealer: Sealer): Stored;
  decode(stored: Stored, sealer: Sealer): Value;
}

export function text(): Column<string, string> {
  return { codec: null };
}

export function bytes(): Column<Uint8Array, Uint8Array> {
  return { codec: null, isBytes: true };
}

/** Text with a fixed set of values. */
export function word<Word extends string>(): Column<Word, Word> {
  return { codec: null };
}

export function integer(): Column<number, number> {
  return { codec: null };
}

export function flag(): Column<number, boolean> {
  return { codec: { encode: (value) => (value ? 1 : 0), decode: (stored) => stored === 1 } };
}

export function json<Value>(): Column<string, Value> {
  return {
    codec: {
      encode: (value) => JSON.stringify(value),
      decode: (stored) => JSON.parse(stored) as Value,
    },
  };
}

/** Like `json`, encrypted by the sealer of the store. No statement can compare such a column. */
export function sealedJson<Value>(): Column<string, Value> {
  return {
    codec: {
      encode: (value, sealer) => sealer.seal(JSON.stringify(value)),
      decode: (stored, sealer) => JSON.parse(sealer.open(stored)) as Value,
    },
    isSealed: true,
  };
}

/**
 * Like `json`, for values that many rows share: each text is parsed once and all rows get the same
 * frozen value.
 */
export function sharedJson<Value extends object>(textsMax = 1_000): Column<string, Value> {
  const values = new Map<string, Value>();
  return {
    codec: {
      encode: (value) => JSON.stringify(value),
      decode(stored) {
        let value = values.get(stored);
        if (value === undefined) {
          value = Object.freeze(JSON.parse(stored) as Value);
          if (values.size >= textsMax) values.clear();
          values.set(stored, value);
        }
        return value;
      },
    },
  };
}

export function nullable<Stored, Value>({
  codec,
}: Column<Stored, Value>): Column<Stored | null, Value | null> {
  if (codec === null) return { codec: null };
  return {
    codec: {
      encode: (value, sealer) => (value === null ? null : codec.encode(value, sealer)),
      decode: (stored, sealer) => (stored === null ? null : codec.decode(stored, sealer)),
    },
  };
}
