/** Which act a page of a workspace is for: pages that the role does not allow are not offered. */
import { type Act, type Denial, denialOf, type Grant } from '@hostmaster/contract/roles';

/** By path below the workspace. Other pages are for every member. */
const pageActs: readonly (readonly [path: RegExp, act: Act])[] = [
  [/^domains\/(?:search|register|transfers\/(?:new|list))(?:\/|$)/, 'domains.buy'],
  [/^credits\/pay(?:\/|$)/, 'credits.pay'],
  [/^settings\/webhooks(?:\/|$)/, 'webhooks.manage'],
  [
    /^(?:overview|credits|activity|domains\/(?:transfers|[^/]+\/activity)|settings\/(?:contacts|workspace))(?:\/|$)/,
    'workspace.read',
  ],
];

export interface PageDenial {
  readonly act: Act;
  readonly denial: Denial;
}

/** The path is below the workspace. Null when the role allows the page. */
export function pageDenial(grant: Grant, path: string): PageDenial | null {
  const act = pageActs.find(([page]) => page.test(path))?.[1];
  const denial = act && denialOf(grant, act);
  return act && denial ? { act, denial } : null;
}
