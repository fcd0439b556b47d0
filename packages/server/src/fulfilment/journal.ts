/** The journal of sends: each command is recorded and committed before it is sent. */
import { minuteMs } from '@hostmaster/contract/durations';
import { persist } from '../changes/persist.ts';
import { persistRows } from '../changes/persist-rows.ts';
import { type NewSend, newSend } from '../domains/new-send.ts';
import { domainKey } from '../operations/loading.ts';
import { OutcomeUnknown } from '../registrars/registrar.ts';
import { insert, type RowWrite, update } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { type Send, sends } from '../storage/tables/registry/sends.ts';
import type { DomainSubject } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

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

/** For this long a registry may answer questions from before its answers to commands. */
export const behindMsMax = 10 * minuteMs;

/** Nothing came back, not even that the registry could not carry it out. */
export function isLost({ outcome, answer }: Pick<Send, 'outcome' | 'answer'>): boolean {
  return outcome === null && answer === null;
}

export function outcomeRow(send: {
  readonly id: string;
  readonly outcome: 'done' | 'pending' | 'refused';
}): RowWrite {
  const { id, outcome } = send;
  return update(sends, { id }, { outcome });
}
