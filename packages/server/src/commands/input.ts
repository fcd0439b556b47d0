/** What commands read besides their arguments: files, and secrets, which arguments would reveal to others. */
import { readFileSync } from 'node:fs';
import { askHidden } from '../base/terminal.ts';
import { CommandError } from './command.ts';

/** `-` is standard input. */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

export function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(`${file} is not a JSON file: ${error.message}`);
  }
}

/** The first line of standard input; a person at a terminal is asked, and the answer is not shown. */
export async function readSecret(what: string): Promise<string> {
  const secret = process.stdin.isTTY === true ? await askHidden(what) : firstLine(readText('-'));
  if (secret.trim() !== '') return secret.trim();
  throw new CommandError(`Give the ${what} on standard input.`);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
