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
  UpdateCommand,
} from '../../packages/server/src/registrars/registrar.ts';
import type { RowWrite } from '../../packages/server/src/storage/row-write.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
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
    update: around('delegation', (command: UpdateCommand) => registrar.update(command)),
    answerTransfer: around('answer', (command: Parameters<Registrar['answerTransfer']>[0]) =>
      registrar.answerTransfer(command),
    ),
  });
}

function injectDatabaseFaults(database: HostmasterDatabase): HostmasterDatabase {
  return interpose(database, {
    async change(work) {
      let about: Parameters<typeof applyFault>[1] | null = null;
      const answer = await database.change({
        ...work,
        load: (reader) => work.load(reader),
        decide(loaded) {
          const decision = work.decide(loaded);
          const { rows } = decision.writes;
          const subject = subjectOfRows(rows);
          about = aboutSigning(rows) ?? (subject === null ? null : { subject, name: '' });
          if (about !== null) applyFault('before-commit', about);
          return decision;
        },
      });
      if (about !== null) applyFault('after-commit', about);
      return answer;
    },
  });
}

/** The phase of DNSSEC that begins with the rows, or else the state of signing. */
function aboutSigning(rows: readonly RowWrite[]) {
  const phase = newWord(rows, 'domain_dnssec', 'phase');
  if (phase !== null) return { subject: 'dnssec-phase', name: phase } as const;
  const updates = rows.filter(({ kind }) => kind === 'update');
  const state = newWord(updates, 'domains', 'signing');
  return state === null ? null : ({ subject: 'signing', name: state } as const);
}

/** `off` where a row is removed. */
function newWord(rows: readonly RowWrite[], table: string, field: string): string | null {
  for (const row of rows) {
    if (row.kind === 'statement' || row.table !== table) continue;
    if (row.kind === 'remove') return 'off';
    const { [field]: word } = row.kind === 'insert' ? row.row : row.set;
    if (typeof word === 'string') return word;
  }
  return null;
}

/** Which kind of change the rows are of. */
function subjectOfRows(rows: readonly RowWrite[]): FaultSubject | null {
  const inserts = (table: string) =>
    rows.some((row) => row.kind === 'insert' && row.table === table);
  const sets = (table: string, field: string) =>
    rows.some((row) => row.kind === 'update' && row.table === table && row.set[field] != null);
  if (inserts('records')) return 'record';
  if (inserts('top_ups')) return 'top-up';
  if (sets('top_ups', 'payUrl')) return 'checkout';
  if (sets('top_ups', 'transferId')) return 'payment';
  if (inserts('transfers_in')) return 'transfer';
  if (inserts('domains')) return 'register';
  if (inserts('transfers_out')) return 'asked';
  if (sets('domains', 'transferredAt')) return 'left';
  if (sets('webhook_deliveries', 'durationMs')) return 'delivered';
  if (sets('webhook_deliveries', 'nextAt')) return 'delivery';
  if (inserts('erasures')) return 'account-deleted';
  if (sets('workspaces', 'deletedAt')) return 'workspace-deleted';
  if (sets('hash_chain_links', 'erased')) return 'erasure';
  if (rows.some((row) => row.kind === 'remove' && row.table === 'erasures')) return 'erasure-end';
  if (sets('contact_sealing', 'beganAt')) return 'sealing';
  if (rows.some((row) => row.kind === 'statement' && row.name.startsWith('seal'))) {
    return 'sealed-page';
  }
  if (inserts('bulk_items')) return 'bulk-plan';
  if (sets('bulk_operations', 'endedAt')) return 'bulk-end';
  const isTerm = rows.some((row) => row.kind === 'statement' && row.name === 'insertTerm');
  return isTerm ? 'renew' : null;
}
