/** How many DNS lookups an SPF record needs: receivers stop at ten (RFC 7208, section 4.6.4). */
import { isSpf, spfTerms } from './spf.ts';

export const spfLookupsMax = 10;

export interface SpfLookups {
  readonly count: number;
  /** Whether all records it includes are known; the count is the least otherwise. */
  readonly isComplete: boolean;
  /** Names it includes that have no SPF record, or several. */
  readonly unusable: readonly string[];
}

/** The texts at a name; null where they are not known. */
export type ReadTexts = (name: string) => Promise<readonly string[] | null>;

/** Reads no more records than receivers do. */
export async function countSpfLookups(text: string, readTexts: ReadTexts): Promise<SpfLookups> {
  const unusable: string[] = [];
  const waiting = [text];
  const seen = new Set<string>();
  let count = 0;
  let isComplete = true;
  for (let spf = waiting.shift(); spf !== undefined; spf = waiting.shift()) {
    for (const { name, value, isModifier } of spfTerms(spf)) {
      if (!needsLookup(name, isModifier)) continue;
      count += 1;
      if (name !== 'include' && name !== 'redirect') continue;
      const target = value.toLowerCase().replace(/\.$/, '');
      if (count > spfLookupsMax || seen.has(target)) continue;
      seen.add(target);
      // A macro depends on the mail that is received.
      const texts = target.includes('%') ? null : await readTexts(target);
      if (texts === null) isComplete = false;
      else {
        const found = texts.filter(isSpf);
        if (found.length === 1) waiting.push(...found);
        else unusable.push(target);
      }
    }
  }
  return { count, isComplete, unusable };
}

function needsLookup(name: string, isModifier: boolean): boolean {
  if (isModifier) return name === 'redirect';
  return ['include', 'a', 'mx', 'ptr', 'exists'].includes(name);
}
