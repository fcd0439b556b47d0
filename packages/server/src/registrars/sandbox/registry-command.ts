/** The commands as they reach the registry, and what all those that change an object begin with. */
import type { RegistrantContact } from '../registrar.ts';
import { behaviourOf } from './behaviours.ts';
import { lockObject } from './queries.ts';
import { type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import type { ObjectRow, RegistryTx } from './schema.ts';
import { settleObject } from './settle-object.ts';

export interface RegistryCommand {
  /** The client that sends it. */
  readonly sponsor: string;
  /** The client's own id for this send; one seen before is answered, not executed. */
  readonly transactionId: string;
  readonly name: string;
}

export interface CreateObject extends RegistryCommand {
  readonly years: number;
  readonly registrant: RegistrantContact;
  readonly nameservers: readonly string[];
  readonly privacyEnabled: boolean;
  readonly transferLocked: boolean;
  readonly authCode: string;
}

export interface RenewObject extends RegistryCommand {
  readonly years: number;
  readonly currentExpiresAt: number;
}

export interface UpdateObject extends RegistryCommand {
  readonly nameservers?: readonly string[] | undefined;
  readonly privacyEnabled?: boolean | undefined;
  readonly transferLocked?: boolean | undefined;
}

/** One reading of both clocks for a whole command. */
export interface RegistryMoment {
  /** Dates. */
  readonly calendar: number;
  /** Delays. */
  readonly machine: number;
}

/** The sender's own, decided object, locked; or the reply that there is none to change. */
export async function loadOwnObject(
  tx: RegistryTx,
  command: RegistryCommand,
  now: RegistryMoment,
): Promise<{ readonly row: ObjectRow } | { readonly refused: RegistryReply }> {
  const found = await tx.first(lockObject, { name: command.name });
  const row = found === undefined ? null : await settleObject(tx, found, now.machine);
  if (behaviourOf(command.name).isTaken || (row !== null && row.sponsor !== command.sponsor)) {
    return { refused: refusal(resultCode.notYours, 'Another registrar sponsors this name.') };
  }
  if (row === null) {
    return { refused: refusal(resultCode.doesNotExist, 'This name is not registered.') };
  }
  if (row.settles_at !== null) {
    return {
      refused: refusal(resultCode.statusProhibits, 'The creation of this name is still pending.'),
    };
  }
  return { row };
}

export function isYears(years: number): boolean {
  return Number.isInteger(years) && years >= 1;
}

export function yearsRefusal(): RegistryReply {
  return refusal(resultCode.valuePolicy, 'The period must be a whole number of years, at least 1.');
}
