/** The journal of sends: each command is recorded and committed before it is sent. */
import { newId } from '../base/ids.ts';
import { OutcomeUnknown } from '../registrars/registrar.ts';
import { insertSend, setSendAnswer, setSendOutcome } from '../storage/queries/sends.ts';
import { command } from '../storage/query.ts';
import type { HostmasterDatabase, HostmasterTx } from '../storage/schema.ts';

export interface NewSend {
  readonly domainId: string;
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
  readonly at: number;
}

export function journalSend(tx: HostmasterTx, send: NewSend): string {
  const id = newId('snd');
  tx.write([
    command(insertSend, {
      id,
      domainId: send.domainId,
      termId: send.termId,
      command: send.command,
      expected: send.expected,
      sentAt: send.at,
      outcome: null,
      years: send.years ?? null,
      answer: null,
    }),
  ]);
  return id;
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
      await database.transaction((tx) => tx.run(setSendAnswer, { id: sendId, answer }));
    }
    throw error;
  }
}

export async function journalOutcome(
  tx: HostmasterTx,
  send: { readonly id: string; readonly outcome: 'done' | 'pending' | 'refused' },
): Promise<void> {
  await tx.run(setSendOutcome, send);
}
