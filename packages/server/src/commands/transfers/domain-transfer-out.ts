/** hostmaster domain transfer-out: shows the request of another registrar for a domain, and answers it. */
import { isoTime } from '../../base/iso-time.ts';
import { persist } from '../../changes/persist.ts';
import { decideTransferOut } from '../../operations/transfers/answer-transfer-out.ts';
import { findPendingTransferOut } from '../../storage/queries/transfers/transfers-out.ts';
import { CommandError, type StoreFlags } from '../command.ts';
import { callFor, waitUntil, withDomain } from '../domains/domain-change.ts';
import { print } from '../print.ts';

export interface TransferOutFlags extends StoreFlags {
  readonly approve?: boolean;
  readonly deny?: boolean;
}

export async function answerTransferOut(name: string, flags: TransferOutFlags): Promise<void> {
  const { approve = false, deny = false } = flags;
  if (approve && deny) throw new CommandError('Use either --approve or --deny.');
  await withDomain(name, flags, async (context, domain) => {
    const { database } = context;
    const key = { domainId: domain.id };
    const request = await database.first(findPendingTransferOut, key);
    if (request === undefined) {
      throw new CommandError(`No other registrar has asked for ${domain.name}.`);
    }
    const view = {
      domain: domain.name,
      requestedAt: isoTime(request.requestedAt),
      actsAt: isoTime(request.actsAt),
    };
    if (!approve && !deny) {
      const { decision } = request;
      print(flags, { ...view, decision }, [
        `Another registrar asked for ${domain.name}. Without an answer it is transferred at ${view.actsAt}.`,
      ]);
      return;
    }
    const decision = approve ? 'approve' : 'deny';
    const { actor, now: at } = await callFor(context, domain);
    await persist(database, decideTransferOut({ domain, decision, actor, at }));
    const isConfirmed = await waitUntil(context, async () => {
      return (await database.first(findPendingTransferOut, key)) === undefined;
    });
    print(flags, { ...view, decision, registryConfirmed: isConfirmed }, [
      isConfirmed
        ? `The transfer of ${domain.name} was ${approve ? 'approved' : 'denied'}.`
        : `The answer is stored. The registry has not confirmed it yet; the service will keep trying.`,
    ]);
  });
}
