/**
 * The <response> of RFC 5730, section 2.6, in both directions. Payloads stay element trees here:
 * the codec of each command reads its own, and unknown elements are kept.
 */

import { compact, whenDefined } from './compact.ts';
import { requireFrameOf } from './epp-frame.ts';
import { EppSyntaxError, unlessMalformed } from './errors.ts';
import { resultCode } from './result-codes.ts';
import { epp } from './vocabularies.ts';
import {
  dateTime,
  integer,
  normalizedString,
  readDateTime,
  token,
  transactionId,
} from './xml/schema-values.ts';
import {
  childElements,
  collapse,
  tokenOf,
  type Vocabulary,
  type XmlElement,
} from './xml/xml-element.ts';

export interface EppResult {
  readonly code: number;
  readonly message: string;
  /** What the server found wrong: <value> elements as sent. */
  readonly values: readonly XmlElement[];
  readonly extValues: readonly { readonly value: XmlElement; readonly reason: string }[];
}

export interface MessageQueue {
  readonly count: number;
  readonly id: string;
  readonly queuedAt?: Date;
  readonly text?: string;
}

export interface EppResponse {
  /** Code of the first result; RFC 5730 allows more only for failures. */
  readonly code: number;
  readonly message: string;
  readonly results: readonly EppResult[];
  readonly messageQueue?: MessageQueue;
  readonly resData: readonly XmlElement[];
  readonly extensions: readonly XmlElement[];
  readonly clTRID?: string;
  readonly svTRID: string;
}

export function decodeResponse(root: XmlElement): EppResponse {
  const response = requireFrameOf(root, 'response');
  const results = epp.children(response, 'result').map(decodeResult);
  const first = results[0];
  if (first === undefined) throw new EppSyntaxError('the response has no result');
  const trID = epp.requiredChild(response, 'trID');
  const queue = epp.child(response, 'msgQ');
  return compact({
    code: first.code,
    message: first.message,
    results,
    messageQueue: whenDefined(queue, decodeMessageQueue),
    resData: payload(response, 'resData'),
    extensions: payload(response, 'extension'),
    clTRID: epp.optionalToken(trID, 'clTRID'),
    svTRID: epp.token(trID, 'svTRID'),
  });
}

/** A payload that the command cannot do without. */
export function requiredData(words: Vocabulary, response: EppResponse, name: string): XmlElement {
  const found = words.find(response.resData, name);
  if (found === undefined) throw new EppSyntaxError(`the response lacks ${name} of ${words.uri}`);
  return found;
}

export function encodeResponse(response: EppResponse): XmlElement {
  const { resData, extensions, messageQueue } = response;
  return epp.element(
    'epp',
    {},
    epp.element(
      'response',
      {},
      response.results.map(encodeResult),
      messageQueue === undefined ? undefined : encodeMessageQueue(messageQueue),
      resData.length === 0 ? undefined : epp.element('resData', {}, resData),
      extensions.length === 0 ? undefined : epp.element('extension', {}, extensions),
      epp.element(
        'trID',
        {},
        epp.optionalLeaf('clTRID', response.clTRID, (text) => transactionId('clTRID', text)),
        epp.leaf('svTRID', transactionId('svTRID', response.svTRID)),
      ),
    ),
  );
}

/** A result with the standard message, and optionally a reason. */
export function plainResult(
  code: number,
  detail?: { message?: string; reason?: string },
): EppResult {
  const reason = detail?.reason;
  return {
    code,
    message: detail?.message ?? resultCode(code).meaning,
    values: [],
    extValues: reason === undefined ? [] : [{ value: epp.element('undef', {}), reason }],
  };
}

function decodeResult(element: XmlElement): EppResult {
  const code = collapse(element.attributes.code ?? '');
  if (!/^\d{4}$/.test(code)) throw new EppSyntaxError('the result has no code of four digits');
  return {
    code: Number(code),
    message: tokenOf(epp.requiredChild(element, 'msg')),
    values: epp.children(element, 'value'),
    extValues: epp.children(element, 'extValue').map((extValue) => {
      const value = epp.requiredChild(extValue, 'value');
      return {
        value: childElements(value)[0] ?? value,
        reason: tokenOf(epp.requiredChild(extValue, 'reason')),
      };
    }),
  };
}

function encodeResult(result: EppResult): XmlElement {
  return epp.element(
    'result',
    { code: integer('code', result.code, { min: 1000, max: 2999 }) },
    epp.leaf('msg', normalizedString('msg', result.message)),
    result.values,
    result.extValues.map(({ value, reason }) =>
      epp.element(
        'extValue',
        {},
        epp.element('value', {}, value),
        epp.leaf('reason', normalizedString('reason', reason)),
      ),
    ),
  );
}

/**
 * Every response can carry the queue, so an error in it must not invalidate the response: without a
 * readable count and id the queue is left out, without a readable date the date.
 */
function decodeMessageQueue(element: XmlElement): MessageQueue | undefined {
  const count = collapse(element.attributes.count ?? '');
  const id = collapse(element.attributes.id ?? '');
  if (!/^\d{1,15}$/.test(count) || id === '') return undefined;
  return compact({
    count: Number(count),
    id,
    queuedAt: unlessMalformed(() => whenDefined(epp.child(element, 'qDate'), readDateTime)),
    text: epp.optionalToken(element, 'msg'),
  });
}

function encodeMessageQueue(queue: MessageQueue): XmlElement {
  return epp.element(
    'msgQ',
    {
      count: integer('messageQueue.count', queue.count, { min: 0, max: Number.MAX_SAFE_INTEGER }),
      id: token('messageQueue.id', queue.id, { min: 1 }),
    },
    epp.optionalLeaf('qDate', queue.queuedAt, (queuedAt) =>
      dateTime('messageQueue.queuedAt', queuedAt),
    ),
    epp.optionalLeaf('msg', queue.text, collapse),
  );
}

function payload(response: XmlElement, name: string): XmlElement[] {
  return epp.children(response, name).flatMap(childElements);
}
