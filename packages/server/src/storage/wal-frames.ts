/** Frames of SQLite's write-ahead log: one for each page of a commit. */

export interface LogFrames {
  readonly log: number;
  /** Those that are in the file of the database, too. */
  readonly checkpointed: number;
}

/** So few take a few milliseconds. */
export const restFramesMax = 128;

export function framesLeft({ log, checkpointed }: LogFrames): number {
  return log - checkpointed;
}
