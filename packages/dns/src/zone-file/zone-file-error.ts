/** An error in a zone file, with its line and column. */
import { GrammarError } from '../errors.ts';

export interface Place {
  /** Both count from 1; columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

export class ZoneFileError extends GrammarError {
  readonly line: number;
  readonly column: number;

  constructor(message: string, place: Place) {
    super(`line ${place.line}, column ${place.column}: ${message}`);
    this.line = place.line;
    this.column = place.column;
  }
}
