/** One value in presentation form, as zone files and other APIs write it, to RDATA. */
import { splitWords } from '../char-string.ts';
import { GrammarError } from '../errors.ts';
import { Name } from '../name.ts';
import { typeName } from '../protocol.ts';
import { rdataForms } from '../rdata/index.ts';
import type { NameReader } from '../rdata-codec.ts';
import { readGenericRdata } from '../records/generic.ts';
import { shorten } from '../words.ts';

/** Names must be absolute, with the trailing dot. Throws GrammarError or DnsFormatError. */
export function parseRdata(type: number, text: string): Uint8Array {
  return readRdataWords(type, splitWords(text), absoluteNames);
}

/** Also the form of RFC 3597, section 5: `\# <length> <hex>`. */
export function readRdataWords(
  type: number,
  words: readonly string[],
  names: NameReader,
): Uint8Array {
  const form = rdataForms.get(type);
  if (words[0] === '\\#') {
    const rdata = readGenericRdata(words);
    form?.check(rdata);
    return rdata;
  }
  if (form === undefined) {
    throw new GrammarError(`${typeName(type)} is only readable in the form "\\# <length> <hex>"`);
  }
  const rdata = form.parse(words, names);
  if (rdata.length > 65_535) throw new GrammarError('the data exceeds 65,535 octets');
  return rdata;
}

const absoluteNames: NameReader = {
  read(word) {
    if (word.endsWith('.')) return Name.parse(word);
    throw new GrammarError(`the name "${shorten(word)}" does not end with a dot`);
  },
};
