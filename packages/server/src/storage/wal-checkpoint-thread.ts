/** The thread of wal-checkpoints.ts, with a connection of its own. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { framesLeft, type LogFrames, restFramesMax } from './wal-frames.ts';

export type ThreadOrder = 'move' | 'end';

export interface ThreadAnswer {
  /** The rest can be moved between two commits. */
  readonly isNearlyDone: boolean;
}

/** Each moves what was committed during the one before, so that less is left each time. */
const roundsMax = 8;

serve(new DatabaseSync(workerData as string));

function serve(database: DatabaseSync): void {
  const checkpoint = database.prepare('pragma wal_checkpoint(passive)');
  parentPort?.on('message', (order: ThreadOrder) => {
    if (order === 'move') {
      parentPort?.postMessage({ isNearlyDone: move(checkpoint) } satisfies ThreadAnswer);
    } else {
      database.close();
      parentPort?.close();
    }
  });
}

/** What a reader still needs cannot be moved: then a round moves nothing. */
function move(checkpoint: StatementSync): boolean {
  try {
    let before = -1;
    for (let round = 0; round < roundsMax; round += 1) {
      const frames = checkpoint.get() as unknown as LogFrames;
      if (framesLeft(frames) <= restFramesMax) return true;
      if (frames.checkpointed === before) return false;
      before = frames.checkpointed;
    }
  } catch {
    // A full disk, for example: it is tried again when the log is longer.
  }
  return false;
}
