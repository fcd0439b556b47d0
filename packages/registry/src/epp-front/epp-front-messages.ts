/** The message queue of the sandbox registry, as EPP's poll shows it. */

import {
  domainUri,
  type EppBackend,
  EppRefusal,
  type PollMessage,
  type XmlElement,
} from '@hostmaster/epp';
import { readList } from '@hostmaster/storage';
import type { SandboxRegistry } from '../registry.ts';
import { resultCode } from '../registry-reply.ts';
import { countMessages, deleteMessage, findMessage } from '../storage/queries/messages.ts';
import { listOverdue } from '../storage/queries/objects.ts';
import type { QueuedMessage } from '../storage/tables/messages.ts';
import type { FrontAccounts } from './epp-front-accounts.ts';
import { transferDataOf } from './epp-front-transfers.ts';

export function messageHandlers(
  registry: SandboxRegistry,
  accounts: Pick<FrontAccounts, 'settleTransfer'>,
): Pick<EppBackend, 'pollMessage' | 'acknowledgeMessage'> {
  const { db } = registry;

  async function queueOf(sponsor: string, id: string) {
    const counted = await db.first(countMessages, { sponsor });
    return { count: counted?.count ?? 0, id };
  }

  return {
    async pollMessage(_, { clientId }) {
      const { machine, calendar } = await registry.moment();
      const overdue = await readList(db, listOverdue, { sponsor: clientId, machine, calendar });
      await Promise.all(overdue.map(({ name }) => registry.settle(name)));
      const message = await db.first(findMessage, { sponsor: clientId });
      if (message === undefined) return { data: { resData: [], extensions: [] } };
      if (message.event.kind === 'transfer') accounts.settleTransfer(message.event.transfer);
      const { count, id } = await queueOf(clientId, message.id);
      return { data: pollMessageOf(message, { count: Math.max(1, count), id }) };
    },
    async acknowledgeMessage({ messageId }, { clientId }) {
      const key = { sponsor: clientId, id: messageId };
      const deleted = await db.transaction((tx) => tx.run(deleteMessage, key));
      if (deleted === 0) throw new EppRefusal(resultCode.doesNotExist, 'No such message.');
      return { data: { queue: await queueOf(clientId, messageId) } };
    },
  };
}

function pollMessageOf(
  { event, queuedAt, text }: QueuedMessage,
  queue: { readonly count: number; readonly id: string },
): PollMessage {
  const at = new Date(queuedAt);
  const message = {
    queue: { ...queue, queuedAt: at, text },
    resData: [],
    extensions: [],
  };
  switch (event.kind) {
    case 'decision':
      return {
        ...message,
        pendingAction: {
          object: 'domain',
          name: event.name,
          succeeded: event.succeeded,
          ...(event.clientTransactionId === null ? {} : { clTRID: event.clientTransactionId }),
          svTRID: event.transactionId,
          decidedAt: at,
        },
      };
    case 'auto-renewed':
      return { ...message, resData: [element('renData', element('name', event.name))] };
    case 'transfer':
      return { ...message, transfer: transferDataOf(event.name, event.transfer) };
  }
}

function element(name: string, ...children: (XmlElement | string)[]): XmlElement {
  return { uri: domainUri, name, attributes: {}, children };
}
