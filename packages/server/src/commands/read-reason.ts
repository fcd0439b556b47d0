/** The value of `--reason`, which the activity shows. */
import { CommandError } from './command.ts';

const reasonLengthMax = 500;

export function readReason(flags: { readonly reason: string }): string {
  const reason = flags.reason.trim();
  if (reason !== '' && reason.length <= reasonLengthMax) return reason;
  throw new CommandError(`--reason must be a text of up to ${reasonLengthMax} characters.`);
}
