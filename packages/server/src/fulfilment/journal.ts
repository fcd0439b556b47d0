/** The journal of sends: each command is recorded and committed before it is sent. */
import { newId } from '../base/ids.ts';
import { persist } from '../changes/persist.ts';
import { persistRows } from '../changes/persist-rows.ts';
import { domainKey } from '../operations/loading.ts';
import { OutcomeUnknown } from '../registrars/registrar.ts';
import { insert, type RowWrite, update } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { type Send, sends } from '../storage/tables/registry/sends.ts';
import type { DomainSubject } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

export interface NewSend {
  readonly termId: string | null;
  readonly command:
    | 'create'
    | 'renew'
    | 'update'
    | 'delete'
    | 'extend'
    | 'restore'
    | 'transfer'
    | 'cancel-transfer'
    | 'answer-transfer';
  readonly expected: string | null;
  readonly years?: number;
}

/** A send that is about to be made. */
export function newSend(
  { id: domainId }: Pick<DomainSubject, 'id'>,
  send: NewSend,
  at: number,
): Send {
  const { termId, command, expected, years = null } = send;
  const id = newId('snd');
  return {
    id,
    domainId,
    termId,
    command,
    expected,
    sentAt: at,
    outcome: null,
    years,
    answer: null,
  };
}

export function sendRow(send: Send): RowWrite {
  return insert(sends, send);
}

export function journalSend(
  { database, calendarNow }: Pick<FulfilmentContext, 'database' | 'calendarNow'>,
  domain: DomainSubject,
  send: NewSend,
): Promise<Send> {
  return persist(database, {
    keys: [domainKey(domain.name)],
    owner: domain.workspaceId,
    commit: 'shared',
    load: (reader) => calendarNow(reader),
    decide(at) {
      const sent = newSend(domain, send, at);
      return { answer: sent, change: { rows: [sendRow(sent)] } };
    },
  });
}

/** Runs a command, and stores an answer that leaves its outcome open before the error goes on. */
export async function journalAnswer<Outcome>(
  database: HostmasterDatabase,
  sendId: string,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof OutcomeUnknown && error.answer !== null) {
      const { answer } = error;
      await persistRows(database, update(sends, { id: sendId }, { answer }));
    }
    throw error;
  }
}

export function outcomeRow(send: {
  readonly id: string;
  readonly outcome: 'done' | 'pending' | 'refused';
}): RowWrite {
  const { id, outcome } = send;
  return update(sends, { id }, { outcome });
}
