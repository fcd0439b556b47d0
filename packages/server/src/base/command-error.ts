/** A refusal to an operator: one line, exit code 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
