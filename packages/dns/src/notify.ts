/** NOTIFY: informs a secondary that a zone changed (RFC 1996). */
import { type Message, makeMessage, type ResourceRecord } from './message.ts';
import type { Name } from './name.ts';
import { classes, opcodes, rrTypes } from './protocol.ts';
import { soaSerial } from './rdata/soa.ts';

export interface Notification {
  readonly zone: Name;
  /** The new serial, when the sender included it. It is only a hint (RFC 1996, section 3.7). */
  readonly serial: number | null;
}

export function makeNotify(
  id: number,
  options: { readonly zone: Name; readonly soa?: ResourceRecord },
): Message {
  const { zone, soa } = options;
  return makeMessage(id, {
    opcode: opcodes.NOTIFY,
    authoritative: true,
    questions: [{ name: zone, type: rrTypes.SOA, class: classes.IN }],
    answers: soa === undefined ? [] : [soa],
  });
}

/** Null when the message is not a valid NOTIFY of a zone; the answer to that is FORMERR. */
export function readNotify(message: Message): Notification | null {
  const question = message.questions[0];
  if (message.opcode !== opcodes.NOTIFY || message.questions.length !== 1) return null;
  if (question?.type !== rrTypes.SOA || question.class !== classes.IN) return null;
  const soa = message.answers.find(
    ({ name, type }) => type === rrTypes.SOA && name.equals(question.name),
  );
  return { zone: question.name, serial: soa === undefined ? null : soaSerial(soa.rdata) };
}
