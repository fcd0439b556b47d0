/** What every operation with a mailed link shares: counted attempts, one transaction, used once. */
import { linkExpired, type UsedLink, useLink } from '../../accounts/link-tokens.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { LinkKind } from '../../storage/tables/link-tokens.ts';
import type { VisitorCall } from './account-call.ts';

type LinkWork<T> = (tx: HostmasterTx, link: UsedLink) => Promise<T>;

/** `begin` does what comes before the transaction, such as hashing a password. */
export async function openLink<T>(
  call: VisitorCall,
  { token, kinds }: { readonly token: string; readonly kinds: readonly LinkKind[] },
  begin: () => LinkWork<T> | Promise<LinkWork<T>>,
): Promise<T> {
  const { throttle } = call.services;
  throttle.tryLink(call.address);
  const work = await begin();
  const result = await call.transact(async (tx) => {
    const link = await useLink(tx, { token, kinds, now: call.now });
    if (link === null) throw linkExpired();
    return work(tx, link);
  });
  throttle.rightLink(call.address);
  return result;
}
