/** What every operation with a mailed link shares: counted attempts, one change, used once. */

import { combine } from '../../changes/change.ts';
import type { Decided } from '../../changes/persist.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { LinkKind } from '../../storage/tables/people/link-tokens.ts';
import { loadLink, type UsedLink, usedLink } from '../../users/link-tokens.ts';
import { ofAccount, type VisitorCall } from './account-call.ts';

interface LinkWork<Loaded, Answer> {
  load(reader: HostmasterReader, link: UsedLink): Promise<Loaded>;
  /** After a refusal the link can be used again. */
  decide(link: UsedLink, loaded: Loaded): Decided<Answer>;
}

/** `begin` does what comes before the change, such as hashing a password. */
export async function openLink<Loaded, Answer>(
  call: VisitorCall,
  { token, kinds }: { readonly token: string; readonly kinds: readonly LinkKind[] },
  begin: () => LinkWork<Loaded, Answer> | Promise<LinkWork<Loaded, Answer>>,
): Promise<Answer> {
  const { throttle } = call.services;
  throttle.tryLink(call.address);
  const work = await begin();
  const result = await call.persist({
    ...ofAccount(`link ${token}`),
    async load(reader) {
      const link = await loadLink(reader, { token, kinds, now: call.now });
      return { link, loaded: await work.load(reader, link) };
    },
    decide({ link, loaded }) {
      const { answer, change } = work.decide(link, loaded);
      return { answer, change: combine({ rows: [usedLink(token)] }, change) };
    },
  });
  throttle.rightLink(call.address);
  return result;
}
