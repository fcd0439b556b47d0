/**
 * The shape every command shares: four functions, so that client and registry front are two
 * readings of one description and cannot drift apart.
 */

import type { EppResponse, MessageQueue } from '../epp-response.ts';
import { EppSyntaxError, EppValueError } from '../errors.ts';
import { eppUri } from '../namespaces.ts';
import { transactionId } from '../xml/schema-values.ts';
import { childElements, vocabulary, type XmlElement } from '../xml/xml-element.ts';

export const epp = vocabulary(eppUri);

/** What stands inside <command> besides the transaction id. */
export interface CommandBody {
  readonly command: XmlElement;
  readonly extensions: readonly XmlElement[];
}

/** What a command adds to a response. `code` overrides 1000 where success has several. */
export interface ResultBody {
  readonly code?: number;
  readonly messageQueue?: MessageQueue;
  readonly resData: readonly XmlElement[];
  readonly extensions: readonly XmlElement[];
}

export interface CommandCodec<Request, Result> {
  /** Stable name for logs, metrics and faults, such as `domain:create`. */
  readonly type: string;
  /** The child of <command> this codec answers to, and the namespace of the object inside it. */
  readonly verb: string;
  readonly objectUri?: string;
  /** Throws EppValueError for anything the schemas forbid. */
  encodeRequest(request: Request): CommandBody;
  /** Throws EppSyntaxError with the result code a server answers. */
  decodeRequest(body: CommandBody): Request;
  encodeResult(result: Result): ResultBody;
  decodeResult(response: EppResponse, request: Request): Result;
}

export type RequestOf<C> = C extends CommandCodec<infer Request, infer _Result> ? Request : never;
export type ResultOf<C> = C extends CommandCodec<infer _Request, infer Result> ? Result : never;

export const emptyResult: ResultBody = { resData: [], extensions: [] };

/** <verb> around the one object element of a command. */
export function objectCommand(
  verb: string,
  object: XmlElement,
  extensions: readonly (XmlElement | undefined)[] = [],
): CommandBody {
  return {
    command: epp.element(verb, {}, object),
    extensions: extensions.filter((extension) => extension !== undefined),
  };
}

/** RFC 5731 to 5733 ask for a change unless an extension brings one; registries refuse empty updates. */
export function updateCommand(
  update: XmlElement,
  extensions: readonly (XmlElement | undefined)[] = [],
): CommandBody {
  const body = objectCommand('update', update, extensions);
  if (update.children.length < 2 && body.extensions.length === 0) {
    throw new EppValueError({ field: 'update', problem: 'changes nothing' });
  }
  return body;
}

export function objectOf(body: CommandBody): XmlElement {
  const object = childElements(body.command)[0];
  if (object === undefined) throw new EppSyntaxError(`<${body.command.name}> is empty`, 2003);
  return object;
}

export function find(
  elements: readonly XmlElement[],
  uri: string,
  name: string,
): XmlElement | undefined {
  return elements.find((element) => element.uri === uri && element.name === name);
}

/** A payload the command cannot do without. */
export function findRequired(
  elements: readonly XmlElement[],
  uri: string,
  name: string,
): XmlElement {
  const found = find(elements, uri, name);
  if (found === undefined) throw new EppSyntaxError(`the response lacks ${name} of ${uri}`);
  return found;
}

/** The <epp> document of one command. */
export function encodeCommand(body: CommandBody, clTRID: string): XmlElement {
  const { command, extensions } = body;
  return epp.element(
    'epp',
    {},
    epp.element(
      'command',
      {},
      command,
      extensions.length === 0 ? undefined : epp.element('extension', {}, extensions),
      epp.leaf('clTRID', transactionId('clTRID', clTRID)),
    ),
  );
}
