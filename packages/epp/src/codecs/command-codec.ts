/**
 * The interface of every command: four functions, used by the client and by the registry front, so
 * that both sides agree. A file has the name that EPP gives its command: `domain:renew`, domain-renew.ts.
 */

import type { EppResponse, MessageQueue } from '../epp-response.ts';
import { EppSyntaxError, EppValueError } from '../errors.ts';
import { epp } from '../vocabularies.ts';
import { transactionId } from '../xml/schema-values.ts';
import {
  type ChildInput,
  childElements,
  type Vocabulary,
  type XmlElement,
} from '../xml/xml-element.ts';

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

type Optional = readonly (XmlElement | undefined)[];

/** <verb> around the object element of the same name. */
export function objectCommand(
  words: Vocabulary,
  verb: string,
  parts: { readonly children: readonly ChildInput[]; readonly extensions?: Optional },
): CommandBody {
  return {
    command: epp.element(verb, {}, words.element(verb, {}, ...parts.children)),
    extensions: present(parts.extensions),
  };
}

/** What an update adds to the object `target` names, removes from it and changes in it. */
export interface UpdateParts {
  readonly target: XmlElement;
  readonly add?: Optional | undefined;
  readonly remove?: Optional | undefined;
  readonly change?: XmlElement | undefined;
  readonly extensions?: Optional;
}

/** RFC 5731 to 5733 ask for a change unless an extension brings one; registries refuse empty updates. */
export function updateCommand(words: Vocabulary, update: UpdateParts): CommandBody {
  // An empty <add> is valid XML that some registries refuse; an empty set means no change.
  const difference = (name: 'add' | 'rem', items: Optional | undefined) => {
    const element = words.element(name, {}, items);
    return element.children.length === 0 ? undefined : element;
  };
  const changes = present([
    difference('add', update.add),
    difference('rem', update.remove),
    update.change,
  ]);
  const extensions = present(update.extensions);
  if (changes.length === 0 && extensions.length === 0) {
    throw new EppValueError({ field: 'update', problem: 'changes nothing' });
  }
  return objectCommand(words, 'update', { children: [update.target, changes], extensions });
}

export function objectOf(body: CommandBody): XmlElement {
  const object = childElements(body.command)[0];
  if (object === undefined) throw new EppSyntaxError(`<${body.command.name}> is empty`, 2003);
  return object;
}

export function resultBody(resData: Optional, extensions: Optional = []): ResultBody {
  return { resData: present(resData), extensions: present(extensions) };
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

function present(elements: Optional = []): XmlElement[] {
  return elements.filter((element) => element !== undefined);
}
