/** hostmaster domains transfer: a domain comes from another registrar, which takes days. */
import type { Output } from '@hostmaster/contract';
import { agreePrice, type PriceFlags } from '../agree-price.ts';
import { readContact, readSecret } from '../read-input.ts';
import { type Session, withSession } from '../session.ts';
import { day, fieldLines, show, showTable } from '../show.ts';
import { UserCommandError } from '../user-error.ts';

type Transfer = Output<'getTransfer'>['transfer'];

interface TransferFlags extends PriceFlags {
  readonly contact?: string;
  readonly autoRenew?: boolean;
  readonly privacy?: boolean;
  readonly status?: boolean;
  readonly retry?: boolean;
  readonly cancel?: boolean;
}

export async function transferDomain(
  name: string | undefined,
  flags: TransferFlags,
): Promise<void> {
  if (name === undefined) return listTransfers(flags);
  const isOnly = [flags.status, flags.retry, flags.cancel].filter(Boolean).length;
  if (isOnly > 1) throw new UserCommandError('Give one of --status, --retry and --cancel.');
  const transfer = await withSession(flags, (session) => {
    if (isOnly === 0) return start(session, name, flags);
    return change(session, name, flags);
  });
  show(flags, { transfer }, transferLines(transfer));
}

async function listTransfers(flags: TransferFlags): Promise<void> {
  const answer = await withSession(flags, ({ client, call }) => client.listTransfers({}, call));
  showTable(flags, answer, {
    head: ['NAME', 'STATUS', 'ORDERED', 'CREDITS', 'NEXT'],
    rows: answer.transfers.map((transfer) => [
      transfer.domain,
      transfer.status.replaceAll('_', ' '),
      day(transfer.createdAt),
      transfer.creditsCharged,
      transfer.action ?? transfer.reason ?? '',
    ]),
    empty: 'No transfers.',
  });
}

async function start(session: Session, name: string, flags: TransferFlags): Promise<Transfer> {
  const contact = readContact(flags.contact);
  const authCode = await readSecret('auth code');
  const purchase = { domain: name, kind: 'transfer', years: 1 } as const;
  const { domain, maxCredits } = await agreePrice(session, flags, purchase);
  session.ifStopped('The transfer may have been ordered: "hostmaster domains transfer" lists it.');
  const { transfer } = await session.client.createTransfer(
    {
      domain,
      authCode,
      contact,
      maxCredits,
      autoRenew: flags.autoRenew === true,
      privacyEnabled: flags.privacy === true,
    },
    session.call,
  );
  return transfer;
}

async function change(session: Session, name: string, flags: TransferFlags): Promise<Transfer> {
  const { client, call } = session;
  const wanted = name.toLowerCase().replace(/\.$/, '');
  const { transfers } = await client.listTransfers({}, call);
  const transfer = transfers.find(({ domain }) => domain === wanted);
  if (transfer === undefined) throw new UserCommandError(`${name} has no transfer.`, 'refused');
  if (flags.status === true) return transfer;
  const transferId = transfer.id;
  session.ifStopped('It may have been changed: "hostmaster domains transfer" lists it.');
  if (flags.cancel === true) return (await client.cancelTransfer({ transferId }, call)).transfer;
  const authCode = await readSecret('auth code');
  return (await client.updateTransfer({ transferId, authCode }, call)).transfer;
}

function transferLines(transfer: Transfer): readonly string[] {
  const { reason, action } = transfer;
  return fieldLines({
    Name: transfer.domain,
    Status: transfer.status.replaceAll('_', ' '),
    Ordered: day(transfer.createdAt),
    Credits: String(transfer.creditsCharged),
    ...(reason === null ? {} : { Reason: reason }),
    ...(action === null ? {} : { 'What to do': action }),
  });
}
