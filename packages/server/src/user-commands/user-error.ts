/** How a user command ends without success: one message, and an exit code that scripts can tell apart. */

/** docs/commands.md lists them. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  refused: 3,
  signedOut: 4,
  unreachable: 5,
  price: 6,
  timeout: 7,
  interrupted: 130,
} as const;

export class UserCommandError extends Error {
  override readonly name = 'UserCommandError';
  readonly exitCode: number;

  constructor(message: string, ending: keyof typeof exitCodes = 'usage') {
    super(message);
    this.exitCode = exitCodes[ending];
  }
}

/** The reason of a command that was stopped at the keyboard or by a signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
