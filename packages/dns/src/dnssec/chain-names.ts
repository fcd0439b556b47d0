/** The names of a signed zone that its chain leads through. */
import type { Name } from '../name.ts';
import { hidesBelow, type NameTypes } from './authority.ts';

/** A name that has records. */
export interface ChainName extends NameTypes {
  readonly name: Name;
}

/** In canonical order, without the names below a delegation or DNAME. */
export function namesWithAuthority<Each extends ChainName>(names: readonly Each[]): Each[] {
  const shown: Each[] = [];
  let cover: Name | null = null;
  for (const each of [...names].sort((a, b) => a.name.compare(b.name))) {
    if (cover !== null && each.name.isAtOrBelow(cover)) continue;
    shown.push(each);
    cover = hidesBelow(each) ? each.name : null;
  }
  return shown;
}
