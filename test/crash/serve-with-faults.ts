/**
 * The service as `hostmaster serve` runs it, except that it can kill or stop itself at
 * one chosen point. A mark is written right before the fault.
 */

import { interpose } from '@hostmaster/test-rig/crash-interpose';
import { createLog } from '../../packages/server/src/base/log.ts';
import type { Interposers } from '../../packages/server/src/composition/interposers.ts';
import { startService } from '../../packages/server/src/composition/start-service.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import type {
  Command,
  CreateCommand,
  Registrar,
  RenewCommand,
  TransferCommand,
} from '../../packages/server/src/registrars/registrar.ts';
import { insertDomain } from '../../packages/server/src/storage/queries/domains.ts';
import { insertRecord } from '../../packages/server/src/storage/queries/records.ts';
import { insertTerm } from '../../packages/server/src/storage/queries/terms.ts';
import {
  insertTopUp,
  setCheckout,
  setPaid,
} from '../../packages/server/src/storage/queries/top-ups.ts';
import {
  beginAttempt,
  endAttempt,
} from '../../packages/server/src/storage/queries/webhook-deliveries.ts';
import type { RowWrite } from '../../packages/server/src/storage/row-write.ts';
import type { HostmasterDatabase, HostmasterTx } from '../../packages/server/src/storage/schema.ts';
import {
  askVariable,
  type Fault,
  type FaultPoint,
  type FaultSubject,
  faultVariable,
  leaseVariable,
  leaveMark,
  markVariable,
} from './fault.ts';
import { injectSharedCommitFaults } from './shared-commit-fault.ts';

const config = readConfig(process.env);
const marks = process.env[markVariable] ?? '';
let fault = JSON.parse(process.env[faultVariable] ?? 'null') as Fault | null;

process.on('message', (message) => {
  fault = message as Fault;
  if (fault.point.endsWith('shared-commit')) {
    injectSharedCommitFaults({ fault, marks, file: 'hostmaster.db' });
  }
  process.send?.('armed');
});
// Ends with the test process.
process.on('disconnect', () => process.exit(1));

const service = await startService(config, createLog(config.logLevel), interposers());
console.log(service.url);
process.on('SIGTERM', () => {
  service.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});

function interposers(): Interposers {
  const askMs = process.env[askVariable];
  return {
    ...(askMs === undefined
      ? {}
      : { topUpWatch: { checkEveryMs: Number(askMs), firstQueryAfterMs: Number(askMs) } }),
    leaseMs: Number(process.env[leaseVariable] ?? 1_000),
    registrar: injectRegistrarFaults,
    database: injectDatabaseFaults,
  };
}

/** Applied once: a process that was stopped and continued runs without further faults. */
function applyFault(
  point: FaultPoint,
  about: { readonly subject: FaultSubject; readonly name: string },
): void {
  if (fault === null || fault.point !== point) return;
  if (fault.subject !== undefined && fault.subject !== about.subject) return;
  if (fault.name !== undefined && fault.name !== about.name) return;
  const { signal } = fault;
  fault = null;
  leaveMark(marks, `${point} ${about.subject} ${about.name}`);
  process.kill(process.pid, signal);
}

function injectRegistrarFaults(registrar: Registrar): Registrar {
  function around<C extends Command, T>(subject: FaultSubject, send: (command: C) => Promise<T>) {
    return async (command: C): Promise<T> => {
      const about = { subject, name: command.name };
      const outcome = await send({
        ...command,
        beforeSend: async () => {
          await command.beforeSend();
          applyFault('before-send', about);
        },
      });
      applyFault('after-registry', about);
      return outcome;
    };
  }
  return interpose(registrar, {
    create: around('register', (command: CreateCommand) => registrar.create(command)),
    renew: around('renew', (command: RenewCommand) => registrar.renew(command)),
    requestTransfer: around('transfer', (command: TransferCommand) =>
      registrar.requestTransfer(command),
    ),
    cancelTransfer: around(
      'cancel-transfer',
      (command: Parameters<Registrar['cancelTransfer']>[0]) => registrar.cancelTransfer(command),
    ),
    answerTransfer: around('answer', (command: Parameters<Registrar['answerTransfer']>[0]) =>
      registrar.answerTransfer(command),
    ),
  });
}

function injectDatabaseFaults(database: HostmasterDatabase): HostmasterDatabase {
  return interpose(database, {
    async transaction(work, options) {
      let subject: FaultSubject | null = null;
      const result = await database.transaction(async (tx) => {
        const written = new Set<unknown>();
        const value = await work(watched(tx, written));
        subject = subjectOf(written);
        if (subject !== null) applyFault('before-commit', { subject, name: '' });
        return value;
      }, options);
      if (subject !== null) applyFault('after-commit', { subject, name: '' });
      return result;
    },
    async change(work) {
      let subject: FaultSubject | null = null;
      const answer = await database.change({
        ...work,
        load: (reader) => work.load(reader),
        decide(loaded) {
          const decision = work.decide(loaded);
          subject = subjectOfRows(decision.writes.rows);
          if (subject !== null) applyFault('before-commit', { subject, name: '' });
          return decision;
        },
      });
      if (subject !== null) applyFault('after-commit', { subject, name: '' });
      return answer;
    },
  });
}

/** As subjectOf, of a change. */
function subjectOfRows(rows: readonly RowWrite[]): FaultSubject | null {
  const inserts = (table: string) =>
    rows.some((write) => write.kind === 'insert' && write.table === table);
  const hasLeft = rows.some(
    (write) => write.kind === 'update' && typeof write.set.transferredAt === 'number',
  );
  const hasTerm = rows.some((write) => write.kind === 'statement' && write.name === 'insertTerm');
  if (inserts('records')) return 'record';
  if (inserts('transfers_in')) return 'transfer';
  if (inserts('domains')) return 'register';
  if (inserts('transfers_out')) return 'asked';
  if (hasLeft) return 'left';
  return hasTerm ? 'renew' : null;
}

function watched(tx: HostmasterTx, written: Set<unknown>): HostmasterTx {
  return interpose(tx, {
    run: (query, params) => {
      written.add(query);
      return tx.run(query, params);
    },
    batch: (commands) => {
      for (const { query } of commands) written.add(query);
      return tx.batch(commands);
    },
    write: (commands) => {
      for (const { query } of commands) written.add(query);
      tx.write(commands);
    },
  });
}

function subjectOf(written: ReadonlySet<unknown>): FaultSubject | null {
  if (written.has(insertRecord)) return 'record';
  if (written.has(insertTopUp)) return 'top-up';
  if (written.has(setCheckout)) return 'checkout';
  if (written.has(setPaid)) return 'payment';
  if (written.has(insertDomain)) return 'register';
  if (written.has(endAttempt)) return 'delivered';
  if (written.has(beginAttempt)) return 'delivery';
  return written.has(insertTerm) ? 'renew' : null;
}
