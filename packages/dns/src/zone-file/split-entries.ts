/**
 * A zone file as entries of words (RFC 1035, section 5.1): comments dropped, parentheses joined
 * over lines, quotes and escapes kept for the types to read.
 */
import { type Place, ZoneFileError } from './zone-file-error.ts';

export interface Word extends Place {
  readonly text: string;
}

export interface Entry extends Place {
  /** None on a line that is blank or a comment. */
  readonly words: readonly Word[];
  /** The line starts with a blank: the owner is that of the entry before. */
  readonly ownerOmitted: boolean;
}

/** More than the longest RDATA in hex; a missing parenthesis must not read the whole file as one entry. */
const entryLengthMax = 262_144;

/** Yields the fault of an entry in its place, and goes on after it. */
export function* splitEntries(text: string, linesMax: number): Generator<Entry | ZoneFileError> {
  const scanner = new Scanner(text, linesMax);
  for (let entry = scanner.next(); entry !== null; entry = scanner.next()) yield entry;
}

interface Position {
  readonly at: number;
  readonly line: number;
  readonly lineStart: number;
}

class Scanner {
  readonly #text: string;
  readonly #linesMax: number;
  #at = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string, linesMax: number) {
    this.#linesMax = linesMax;
    // A byte order mark is no part of the first owner.
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  /** The next line, or lines within parentheses; null at the end of the file. */
  next(): Entry | ZoneFileError | null {
    if (this.#at >= this.#text.length) return null;
    try {
      return this.#entry();
    } catch (error) {
      if (!(error instanceof ZoneFileError)) throw error;
      this.#skipLine();
      return error;
    }
  }

  #entry(): Entry | ZoneFileError {
    const start = this.#position();
    const place = this.#place();
    const ownerOmitted = isBlank(this.#text.charCodeAt(this.#at));
    const words: Word[] = [];
    let open: (Place & Position) | null = null;
    while (this.#at < this.#text.length) {
      if (this.#at - start.at > entryLengthMax) {
        this.#skipOpenEntry(open ?? this.#position());
        return new ZoneFileError('an entry is longer than any record', place);
      }
      const character = this.#text[this.#at] ?? '';
      if (character === '\n') {
        this.#newLine();
        if (open === null) break;
      } else if (character === ';') {
        this.#skipLine();
      } else if (character === '(') {
        if (open !== null) return this.#nestedParenthesis(open);
        open = { ...this.#place(), ...this.#position() };
        this.#at += 1;
      } else if (character === ')') {
        if (open === null) throw new ZoneFileError('a ")" without its "("', this.#place());
        open = null;
        this.#at += 1;
      } else if (isBlank(character.charCodeAt(0))) {
        this.#at += 1;
      } else {
        words.push(this.#word());
      }
    }
    if (open === null) return { words, ownerOmitted, ...place };
    this.#skipOpenEntry(open);
    return new ZoneFileError('a "(" is never closed', open);
  }

  /** On a later line it belongs to another entry, which is read next. */
  #nestedParenthesis(open: Position): ZoneFileError {
    const error = new ZoneFileError('a parenthesis inside parentheses', this.#place());
    if (open.line < this.#line) this.#at = this.#lineStart;
    else this.#skipLine();
    return error;
  }

  /** Goes on after the line of the parenthesis and the indented lines below it. */
  #skipOpenEntry(open: Position): void {
    this.#at = open.at;
    this.#line = open.line;
    this.#lineStart = open.lineStart;
    do {
      this.#skipLine();
      if (this.#at < this.#text.length) this.#newLine();
    } while (isBlank(this.#text.charCodeAt(this.#at)));
  }

  #word(): Word {
    const place = this.#place();
    const start = this.#at;
    const startsQuoted = this.#text[start] === '"';
    let quoted: Place | null = null;
    while (this.#at < this.#text.length) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x0a) break;
      if (code < 0x20 && (!isBlank(code) || (code === 0x0d && quoted !== null))) {
        throw new ZoneFileError('a control character; write it as \\DDD', this.#place());
      }
      if (code === 0x5c) {
        this.#at += this.#text[this.#at + 1] === '\n' ? 1 : 2;
        continue;
      }
      if (quoted === null && (isBlank(code) || isDelimiter(code))) break;
      if (code !== 0x22) {
        this.#at += 1;
        continue;
      }
      const here = this.#place();
      this.#at += 1;
      if (quoted !== null && startsQuoted) {
        quoted = null;
        break;
      }
      quoted = quoted === null ? here : null;
    }
    if (quoted !== null) throw new ZoneFileError('a quote is not closed on its line', quoted);
    return { text: this.#text.slice(start, this.#at), ...place };
  }

  #skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #newLine(): void {
    this.#at += 1;
    this.#line += 1;
    if (this.#line > this.#linesMax && this.#at < this.#text.length) {
      this.#at = this.#text.length;
      throw new ZoneFileError(`the file has more than ${this.#linesMax} lines`, {
        line: this.#line,
        column: 1,
      });
    }
    this.#lineStart = this.#at;
  }

  #position(): Position {
    return { at: this.#at, line: this.#line, lineStart: this.#lineStart };
  }

  #place(): Place {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 };
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d;
}

/** `;`, `(` and `)` end a word. */
function isDelimiter(code: number): boolean {
  return code === 0x3b || code === 0x28 || code === 0x29;
}
