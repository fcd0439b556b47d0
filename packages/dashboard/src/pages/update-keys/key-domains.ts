/** The domains of a TSIG key in a few words. */
import { shownName } from '../../domains/shown-name.ts';
import type { UpdateKey } from './update-keys-query.ts';

export function keyDomains({ domains }: Pick<UpdateKey, 'domains'>): string {
  if (domains === null) return 'all domains';
  const [first = '', ...others] = domains;
  return others.length === 0
    ? shownName(first)
    : `${shownName(first)} and ${others.length.toLocaleString()} more`;
}
