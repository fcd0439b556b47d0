/** Dynamic updates as data (RFC 2136, section 2): what must hold, and what is to change. */
import type { ResourceRecord } from '../message.ts';
import { type Message, makeMessage } from '../message.ts';
import type { Name } from '../name.ts';
import { classes, opcodes, rrTypes } from '../protocol.ts';

export type Prerequisite =
  | { readonly kind: 'name-in-use'; readonly name: Name }
  | { readonly kind: 'name-not-in-use'; readonly name: Name }
  | { readonly kind: 'set-exists'; readonly name: Name; readonly type: number }
  | { readonly kind: 'set-does-not-exist'; readonly name: Name; readonly type: number }
  | {
      readonly kind: 'set-equals';
      readonly name: Name;
      readonly type: number;
      readonly rdatas: readonly Uint8Array[];
    };

export type UpdateAction =
  | { readonly kind: 'add'; readonly record: ResourceRecord }
  | {
      readonly kind: 'delete-record';
      readonly name: Name;
      readonly type: number;
      readonly rdata: Uint8Array;
    }
  | { readonly kind: 'delete-set'; readonly name: Name; readonly type: number }
  | { readonly kind: 'delete-name'; readonly name: Name };

export interface Update {
  readonly zone: Name;
  readonly prerequisites: readonly Prerequisite[];
  /** In the order of the message, which is the order of their effect. */
  readonly actions: readonly UpdateAction[];
}

/** The message that asks for an update. */
export function makeUpdate(id: number, update: Update): Message {
  return makeMessage(id, {
    opcode: opcodes.UPDATE,
    questions: [{ name: update.zone, type: rrTypes.SOA, class: classes.IN }],
    answers: update.prerequisites.flatMap(prerequisiteRecords),
    authorities: update.actions.map(actionRecord),
  });
}

const none = { class: classes.NONE, ttlSeconds: 0, rdata: new Uint8Array() };
const any = { class: classes.ANY, ttlSeconds: 0, rdata: new Uint8Array() };

function prerequisiteRecords(prerequisite: Prerequisite): ResourceRecord[] {
  const { name } = prerequisite;
  switch (prerequisite.kind) {
    case 'name-in-use':
      return [{ ...any, name, type: rrTypes.ANY }];
    case 'name-not-in-use':
      return [{ ...none, name, type: rrTypes.ANY }];
    case 'set-exists':
      return [{ ...any, name, type: prerequisite.type }];
    case 'set-does-not-exist':
      return [{ ...none, name, type: prerequisite.type }];
    case 'set-equals':
      return prerequisite.rdatas.map((rdata) => {
        return { name, type: prerequisite.type, class: classes.IN, ttlSeconds: 0, rdata };
      });
  }
}

function actionRecord(action: UpdateAction): ResourceRecord {
  switch (action.kind) {
    case 'add':
      return action.record;
    case 'delete-record':
      return { ...none, name: action.name, type: action.type, rdata: action.rdata };
    case 'delete-set':
      return { ...any, name: action.name, type: action.type };
    case 'delete-name':
      return { ...any, name: action.name, type: rrTypes.ANY };
  }
}
