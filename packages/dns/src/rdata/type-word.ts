/** A record type as a word of a value. */
import { GrammarError } from '../errors.ts';
import { typeCodeOf } from '../protocol.ts';
import { shorten } from '../words.ts';

export function readType(word: string): number {
  const type = typeCodeOf(word);
  if (type === null) throw new GrammarError(`"${shorten(word)}" is not a record type`);
  return type;
}
