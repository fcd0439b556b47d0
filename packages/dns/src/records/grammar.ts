/** What one file per record type provides to the API, to forms and to documentation. */
import type { RdataForm } from '../rdata-codec.ts';

export interface RecordContext {
  /** The zone apex, without trailing dot: what `@` means inside values and names. */
  readonly origin: string;
  /** IDN to A-labels, one label at a time, null when impossible. Absent: only ASCII is accepted. */
  readonly toAscii?: (label: string) => string | null;
}

/** One part of a value, for forms: parts are joined by one space, and the last takes the rest. */
export interface RecordField {
  readonly name: string;
  readonly label: string;
  /**
   * A `string` is quoted in the value and shown without quotes; `hex`, `base64` and `words` may
   * have blanks.
   */
  readonly kind:
    | 'integer'
    | 'word'
    | 'string'
    | 'address'
    | 'host'
    | 'hex'
    | 'base64'
    | 'words'
    | 'params'
    | 'text';
  readonly max?: number;
  readonly optional?: true;
  readonly example: string;
}

export interface ParsedValue<Data> {
  readonly data: Data;
  /** A warning about a value that is stored nevertheless. */
  readonly warning?: string;
}

export interface RecordGrammar<Type extends string, Data> {
  readonly type: Type;
  /** One line for people who choose a type. */
  readonly description: string;
  readonly reference: string;
  /** The shape of a value, such as `[<priority>] <host>`. */
  readonly format: string;
  readonly examples: readonly string[];
  readonly fields: readonly RecordField[];
  /** The wire form; null when the type never appears on the wire. */
  readonly wire: RdataForm | null;
  /** Throws GrammarError; `parseRecordValue` turns that into a result. */
  parse(value: string, context: RecordContext): ParsedValue<Data>;
  /** The RDATA of a value; null when it is stored but never published as such. */
  publish(data: Data): Uint8Array | null;
  /** Why a record of this type cannot stand at a relative name; null when it can. Absent: anywhere. */
  placeProblem?(name: string): string | null;
}

export function withWarning<Data>(data: Data, warning: string | undefined): ParsedValue<Data> {
  return warning === undefined ? { data } : { data, warning };
}
