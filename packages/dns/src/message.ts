/**
 * A DNS message as data (RFC 1035, section 4; RFC 6891 for EDNS). OPT and TSIG are separate
 * from the additional section, because they describe the message and not a name.
 */
import type { Name } from './name.ts';
import { classes, opcodes, rcodes } from './protocol.ts';
import type { TsigData } from './rdata/tsig.ts';

export interface Question {
  readonly name: Name;
  readonly type: number;
  readonly class: number;
}

export interface ResourceRecord {
  readonly name: Name;
  readonly type: number;
  readonly class: number;
  readonly ttlSeconds: number;
  /** Whole and uncompressed. Empty where UPDATE says "any". */
  readonly rdata: Uint8Array;
}

export interface EdnsOption {
  readonly code: number;
  readonly data: Uint8Array;
}

export interface Edns {
  readonly udpPayloadBytes: number;
  readonly version: number;
  readonly dnssecOk: boolean;
  readonly options: readonly EdnsOption[];
}

export interface TsigRecord extends TsigData {
  readonly keyName: Name;
  /** Where the record starts in the packet: what comes before is what was signed. */
  readonly offset: number;
}

export interface Message {
  readonly id: number;
  readonly response: boolean;
  readonly opcode: number;
  readonly authoritative: boolean;
  readonly truncated: boolean;
  readonly recursionDesired: boolean;
  readonly recursionAvailable: boolean;
  readonly authenticData: boolean;
  readonly checkingDisabled: boolean;
  /** All twelve bits: the upper eight travel in OPT. */
  readonly rcode: number;
  readonly questions: readonly Question[];
  readonly answers: readonly ResourceRecord[];
  readonly authorities: readonly ResourceRecord[];
  /** Without OPT and TSIG. */
  readonly additionals: readonly ResourceRecord[];
  readonly edns: Edns | null;
  /** Only set by decoding; signing happens on encoded messages. */
  readonly tsig: TsigRecord | null;
}

const blank: Omit<Message, 'id'> = {
  response: false,
  opcode: opcodes.QUERY,
  authoritative: false,
  truncated: false,
  recursionDesired: false,
  recursionAvailable: false,
  authenticData: false,
  checkingDisabled: false,
  rcode: rcodes.NOERROR,
  questions: [],
  answers: [],
  authorities: [],
  additionals: [],
  edns: null,
  tsig: null,
};

/** A message with defaults for every field: a query without flags. */
export function makeMessage(id: number, parts: Partial<Omit<Message, 'id'>>): Message {
  return { ...blank, ...parts, id };
}

export function makeQuery(
  id: number,
  question: { readonly name: Name; readonly type: number; readonly class?: number },
): Message {
  const { name, type } = question;
  return makeMessage(id, { questions: [{ name, type, class: question.class ?? classes.IN }] });
}

/** The reply to a request: same id, opcode, question and RD, as RFC 1035 and RFC 2136 ask. */
export function makeReply(request: Message, parts: Partial<Omit<Message, 'id'>>): Message {
  return {
    ...blank,
    opcode: request.opcode,
    recursionDesired: request.recursionDesired,
    questions: request.questions,
    ...parts,
    id: request.id,
    response: true,
  };
}
