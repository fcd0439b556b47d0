/**
 * <poll>, RFC 5730 section 2.9.2.3. Messages report charges and lost domains, so
 * nothing is dropped: known payloads are typed, and the raw payload is always included.
 */

import { compact } from '../../compact.ts';
import type { MessageQueue } from '../../epp-response.ts';
import { EppSyntaxError, unlessMalformed } from '../../errors.ts';
import { contact, domain, epp, host } from '../../vocabularies.ts';
import {
  booleanText,
  dateTime,
  readBoolean,
  readDateTime,
  token,
  transactionId,
} from '../../xml/schema-values.ts';
import { collapse, tokenOf, type XmlElement } from '../../xml/xml-element.ts';
import type { CommandCodec } from '../command-codec.ts';
import {
  decodeTransferData,
  encodeTransferData,
  type TransferData,
} from '../domain/transfer-data.ts';
import { type EmptyResult, emptyResult } from '../empty-result.ts';
import { objectKey } from '../object-key.ts';

/** How an action answered with 1001 ended: panData of RFC 5731, 5732 and 5733. */
export interface PendingActionResult {
  readonly object: 'domain' | 'host' | 'contact';
  /** Domain or host name, or contact id. */
  readonly name: string;
  readonly succeeded: boolean;
  readonly clTRID?: string;
  readonly svTRID: string;
  readonly decidedAt: Date;
}

export interface PollMessage {
  /** Absent when the queue is empty (1300). */
  readonly queue?: MessageQueue;
  readonly pendingAction?: PendingActionResult;
  /** A transfer of one of our domains, or one that we asked for. */
  readonly transfer?: TransferData;
  readonly resData: readonly XmlElement[];
  readonly extensions: readonly XmlElement[];
}

export const pollMessage: CommandCodec<EmptyResult, PollMessage> = {
  type: 'poll:req',
  verb: 'poll',
  encodeRequest: () => ({ command: epp.element('poll', { op: 'req' }), extensions: [] }),
  decodeRequest: () => ({}),
  encodeResult({ queue, pendingAction, transfer, resData, extensions }) {
    // A message that was decoded before has the notice in resData already.
    const notices = [
      ...(pendingAction === undefined || decodePendingAction(resData) !== undefined
        ? []
        : [encodePendingAction(pendingAction)]),
      ...(transfer === undefined || decodeTransferData(resData) !== undefined
        ? []
        : [encodeTransferData(transfer)]),
    ];
    return compact({
      code: queue === undefined ? 1300 : 1301,
      messageQueue: queue,
      resData: [...notices, ...resData],
      extensions,
    });
  },
  decodeResult(response) {
    return compact({
      queue: response.messageQueue,
      // A notice we cannot read must not block the queue: it is in resData all the same.
      pendingAction: unlessMalformed(() => decodePendingAction(response.resData)),
      transfer: unlessMalformed(() => decodeTransferData(response.resData)),
      resData: response.resData,
      extensions: response.extensions,
    });
  },
};

export interface AcknowledgeRequest {
  readonly messageId: string;
}

export const acknowledgeMessage: CommandCodec<AcknowledgeRequest, { queue?: MessageQueue }> = {
  type: 'poll:ack',
  verb: 'poll',
  encodeRequest: ({ messageId }) => ({
    command: epp.element('poll', { op: 'ack', msgID: token('messageId', messageId, { min: 1 }) }),
    extensions: [],
  }),
  decodeRequest({ command }) {
    const messageId = collapse(command.attributes.msgID ?? '');
    if (messageId === '') throw new EppSyntaxError('<poll op="ack"> lacks msgID', 2003);
    return { messageId };
  },
  encodeResult: ({ queue }) => compact({ ...emptyResult, messageQueue: queue }),
  decodeResult: (response) => compact({ queue: response.messageQueue }),
};

const pendingObjects = [
  { object: 'domain', words: domain, key: 'name' },
  { object: 'host', words: host, key: 'name' },
  { object: 'contact', words: contact, key: 'id' },
] as const;

function decodePendingAction(resData: readonly XmlElement[]): PendingActionResult | undefined {
  for (const { object, words, key } of pendingObjects) {
    const found = words.find(resData, 'panData');
    if (found === undefined) continue;
    const name = words.requiredChild(found, key);
    const trID = words.requiredChild(found, 'paTRID');
    return compact({
      object,
      name: tokenOf(name),
      succeeded: readBoolean(name.attributes.paResult, false),
      clTRID: epp.optionalToken(trID, 'clTRID'),
      svTRID: epp.token(trID, 'svTRID'),
      decidedAt: readDateTime(words.requiredChild(found, 'paDate')),
    });
  }
  return undefined;
}

function encodePendingAction(action: PendingActionResult): XmlElement {
  const { words, key } =
    pendingObjects.find(({ object }) => object === action.object) ?? pendingObjects[0];
  const trID = (value: string) => transactionId('paTRID', value);
  return words.element(
    'panData',
    {},
    words.element(
      key,
      { paResult: booleanText(action.succeeded) },
      objectKey(key, 'name', action.name),
    ),
    words.element(
      'paTRID',
      {},
      epp.optionalLeaf('clTRID', action.clTRID, trID),
      epp.leaf('svTRID', trID(action.svTRID)),
    ),
    words.leaf('paDate', dateTime('decidedAt', action.decidedAt)),
  );
}
