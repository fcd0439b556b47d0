/** hostmaster domain restore: restores a deleted domain, after its price and deadline were shown. */
import { getRestore } from '../../operations/renewal/get-restore.ts';
import { restoreDomain as restoreOperation } from '../../operations/renewal/restore-domain.ts';
import { findDomainById } from '../../storage/queries/domains/domains.ts';
import { findPendingRestore } from '../../storage/queries/renewal/restores.ts';
import { CommandError, withStores } from '../command.ts';
import { waitUntil } from '../domains/domain-change.ts';
import { operate, readAsOperator } from '../operate.ts';
import { agreePrice, type PriceFlags } from '../prices/agree-price.ts';
import { print } from '../print.ts';
import { requireHeldDomain } from '../zones/zone-export.ts';

export async function restoreDomain(text: string, flags: PriceFlags): Promise<void> {
  await withStores(flags, async (context) => {
    const { id, name: domain, workspaceId } = await requireHeldDomain(context, text);
    const question = { operation: getRestore, input: { domain } };
    const { price, until } = await readAsOperator(context, workspaceId, question);
    const offer = `The restore of ${domain} with one year costs ${price} credits and is possible until ${until}.`;
    const maxCredits = await agreePrice(flags, { credits: price, offer });
    const { domain: restored } = await operate(context, workspaceId, {
      operation: restoreOperation,
      input: { domain, maxCredits },
    });
    const { creditsCharged, expiresAt } = restored;
    const isLive = async () =>
      (await context.database.first(findDomainById, { id }))?.state === 'live';
    const isDecided = await waitUntil(context, async () => {
      const isOpen = await context.database.first(findPendingRestore, { domainId: id });
      return isOpen === undefined || (await isLive());
    });
    const isConfirmed = await isLive();
    if (isDecided && !isConfirmed) {
      throw new CommandError(
        `The registry refused the restore of ${domain}. All credits are back.`,
      );
    }
    print(flags, { domain, creditsCharged, expiresAt, registryConfirmed: isConfirmed }, [
      isConfirmed
        ? `${domain} is restored for ${creditsCharged} credits and expires ${expiresAt}.`
        : `The restore of ${domain} is ordered. The registry has not confirmed it yet; the service will keep trying.`,
    ]);
  });
}
