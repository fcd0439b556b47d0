/**
 * What only a person knows after a restore, asked at a terminal: what was revoked or replaced after the time
 * of the backup. Each answer is done at once.
 */
import { askLine } from '../../base/terminal.ts';
import { disableDnssec } from '../../operations/dnssec/disable-dnssec.ts';
import { type CommandContext, CommandError } from '../command.ts';
import { revokeAsOperator } from '../keys/key.ts';
import { operate } from '../operate.ts';
import { printLines } from '../print.ts';
import { requireHeldDomain } from '../zones/zone-export.ts';

interface Question {
  readonly text: string;
  /** What was done, as a sentence. Throws CommandError. */
  readonly settle: (context: CommandContext, answer: string) => Promise<string>;
}

const questions: readonly Question[] = [
  {
    text: 'API keys that were revoked since then',
    settle: revokeAsOperator,
  },
  {
    text: 'Domains whose DNSSEC key was replaced since then',
    async settle(context, text) {
      const { name, workspaceId } = await requireHeldDomain(context, text);
      await operate(context, workspaceId, { operation: disableDnssec, input: { domain: name } });
      return `DNSSEC of ${name} is being turned off; see "A restored backup" of docs/dnssec.md.`;
    },
  },
];

export async function askAfterRestore(context: CommandContext): Promise<void> {
  for (const { text, settle } of questions) {
    const answer = await askLine(`${text} (with spaces in between; Enter for none)`);
    for (const each of answer.split(/[\s,]+/).filter((part) => part !== '')) {
      try {
        printLines([await settle(context, each)]);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        printLines([error.message]);
      }
    }
  }
}
