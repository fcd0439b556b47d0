/** A program that starts a group of changes and kills itself at the moment that its arguments name. */
import { LateSlot } from '../../packages/server/src/storage/late-slot.ts';
import {
  type Moment,
  type NoteWork,
  note,
  openNotes,
  type Place,
  startGroup,
} from './notes-group.ts';

const [dataDir = '', databaseUrl = '', moment, place] = process.argv.slice(2);
// SQLite closes a group by time: here the time stands still.
Object.defineProperty(performance, 'now', { value: () => 0 });
const db = await openNotes({ dataDir, databaseUrl: databaseUrl === '' ? null : databaseUrl });
db.events.subscribe('jobs-changed', die);
const { culprit, others } = startGroup(
  db,
  place as Place,
  stepsOf(moment as Moment, databaseUrl === '' ? 1 : 2),
);
await Promise.allSettled([culprit, ...others]);

/** PostgreSQL's late writes are made twice: for the check of each member, and for the commit. */
function stepsOf(moment: Moment, lateCallsBeforeCommit: number): Partial<NoteWork> {
  const rows = [note('culprit')];
  let calls = 0;
  const slot = new LateSlot<string>(1, () => {
    calls += 1;
    return calls === lateCallsBeforeCommit ? die() : [];
  });
  switch (moment) {
    case 'in load':
      return { load: () => die() };
    case 'in decide':
      return { decide: () => die() };
    case 'before COMMIT':
      return {
        decide: () => ({ answer: 'culprit', writes: { rows, late: [slot.entry('late')] } }),
      };
    case 'after COMMIT':
      return {
        decide: () => ({
          answer: 'culprit',
          writes: { rows, events: [{ kind: 'jobs-changed' } as const] },
        }),
      };
  }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('A killed process went on.');
}
