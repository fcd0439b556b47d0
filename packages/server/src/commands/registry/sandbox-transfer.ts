/**
 * hostmaster sandbox transfer: plays the rival, the other registrar at the sandbox registry. It asks
 * for names of this service, and answers the requests of this service for its own names.
 */
import { randomUUID } from 'node:crypto';
import {
  type RegistryReply,
  rivalId,
  type SandboxRegistry,
  transferYears,
} from '@hostmaster/registry';
import type { ObjectTransfer } from '@hostmaster/registry/storage';
import type { Command } from 'commander';
import { isoTime } from '../../base/iso-time.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { CommandError, type StoreFlags, storeCommand } from '../command.ts';
import { print, printTable } from '../print.ts';
import { withRegistry } from './sandbox-registry.ts';

export function addTransferTo(sandbox: Command): void {
  const transfer = sandbox
    .command('transfer')
    .description('act as the rival, the other registrar at the sandbox registry');
  storeCommand(transfer, 'request', 'request a domain of this service')
    .argument('<name>')
    .requiredOption('--auth-code <code>', 'the auth code of the domain')
    .action(request);
  storeCommand(transfer, 'cancel', 'withdraw the request')
    .argument('<name>')
    .action((name: string, flags: StoreFlags) => end(name, 'cancel', flags));
  storeCommand(transfer, 'approve', 'approve a transfer to this service')
    .argument('<name>')
    .action((name: string, flags: StoreFlags) => end(name, 'approve', flags));
  storeCommand(transfer, 'deny', 'deny a transfer to this service')
    .argument('<name>')
    .action((name: string, flags: StoreFlags) => end(name, 'reject', flags));
  storeCommand(transfer, 'list', 'list the transfers from and to the rival').action(list);
}

async function request(
  given: string,
  flags: StoreFlags & { readonly authCode: string },
): Promise<void> {
  await act(given, flags, (registry, send) =>
    registry.requestTransfer({ ...send, authCode: flags.authCode, years: transferYears }),
  );
}

async function end(
  given: string,
  op: 'approve' | 'reject' | 'cancel',
  flags: StoreFlags,
): Promise<void> {
  await act(given, flags, (registry, send) => registry.endTransfer({ ...send, op }));
}

async function list(flags: StoreFlags): Promise<void> {
  await withRegistry(flags, async (registry) => {
    const found = await registry.transfersOf(rivalId);
    const transfers = found.map(({ name, transfer }) => viewOf(name, transfer));
    printTable(
      flags,
      { transfers },
      {
        head: ['domain', 'to', 'status', 'requested', 'decided'],
        rows: transfers.map((each) => [
          each.domain,
          each.to,
          each.status,
          each.requestedAt,
          each.actsAt,
        ]),
        empty: 'No name was transferred yet.',
      },
    );
  });
}

async function act(
  given: string,
  flags: StoreFlags,
  command: (
    registry: SandboxRegistry,
    send: { readonly sponsor: string; readonly transactionId: string; readonly name: string },
  ) => Promise<RegistryReply>,
): Promise<void> {
  const name = normaliseDomainName(given);
  if (name === null) throw new CommandError(`"${given}" is not a domain name.`);
  await withRegistry(flags, async (registry) => {
    const send = { sponsor: rivalId, transactionId: randomUUID(), name };
    const { code, message } = await command(registry, send);
    if (code >= 2000) throw new CommandError(`The registry refuses: ${message} (${code})`);
    const transfer = await registry.transferOf({ sponsor: rivalId, name });
    if (transfer === null || transfer === 'hidden') throw new CommandError(message);
    const view = viewOf(name, transfer);
    const decides = view.status === 'pending' ? `; the registry decides on ${view.actsAt}` : '';
    print(flags, view, [`The transfer of ${name} to ${view.to} is ${view.status}${decides}.`]);
  });
}

function viewOf(domain: string, transfer: ObjectTransfer) {
  const { status, requestedBy, from, requestedAt, actsAt } = transfer;
  const times = { requestedAt: isoTime(requestedAt), actsAt: isoTime(actsAt) };
  return { domain, from, to: requestedBy, status, ...times };
}
