/** What user commands read besides their arguments: files and standard input, all bounded, and numbers. */
import { closeSync, openSync, readSync } from 'node:fs';
import { type Input, limits } from '@hostmaster/contract';
import { parseDurationMs } from '@hostmaster/contract/durations';
import { askHidden } from '../base/terminal.ts';
import { UserCommandError } from './user-error.ts';

export type Contact = Input<'registerDomain'>['contact'];

const contactBytesMax = 64 * 1024;
const secretBytesMax = 4_096;
const chunkBytes = 64 * 1024;

/** `-` is standard input. */
export function readText(file: string, bytesMax: number): string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let descriptor: number | null = null;
  try {
    descriptor = file === '-' ? 0 : openSync(file, 'r');
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes);
      const count = readSync(descriptor, chunk);
      if (count === 0) break;
      bytes += count;
      if (bytes > bytesMax) {
        throw new UserCommandError(`${file} is larger than ${bytesMax} bytes.`);
      }
      chunks.push(chunk.subarray(0, count));
    }
  } catch (error) {
    if (error instanceof UserCommandError) throw error;
    throw new UserCommandError(error instanceof Error ? error.message : String(error));
  } finally {
    if (descriptor !== null && descriptor !== 0) closeSync(descriptor);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The service checks the fields. */
export function readContact(file: string | undefined): Contact {
  if (file === undefined) {
    throw new UserCommandError(
      'Name the registrant with --contact FILE, a JSON file with firstName, lastName, email, phone, address1, city, stateProvince, postalCode and country.',
    );
  }
  try {
    return JSON.parse(readText(file, contactBytesMax)) as Contact;
  } catch (error) {
    if (error instanceof UserCommandError) throw error;
    throw new UserCommandError(`${file} is not a JSON file: ${(error as Error).message}`);
  }
}

/** One JSON object; `-` is standard input. */
export function readObject(text: string, bytesMax: number): object {
  try {
    const input: unknown = JSON.parse(text === '-' ? readText('-', bytesMax) : text);
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UserCommandError(
    'The input must be one JSON object, such as {"domain":"example.com"}.',
  );
}

/** The first line of standard input; a person at a terminal is asked, and the answer is not shown. */
export async function readSecret(what: string): Promise<string> {
  const text = process.stdin.isTTY === true ? await askHidden(what) : readText('-', secretBytesMax);
  const secret = (text.split('\n', 1)[0] ?? '').trim();
  if (secret !== '') return secret;
  throw new UserCommandError(`Give the ${what} on standard input.`);
}

export function parseYears(text: string | undefined): number {
  if (text === undefined) return limits.yearsDefault;
  return parseWhole('--years', text, { min: limits.yearsMin, max: limits.yearsMax });
}

export function parseWhole(
  what: string,
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UserCommandError(`${what} must be a number from ${min} to ${max}, not "${text}".`);
}

export function parseWait(text: string): number {
  const waitMs = parseDurationMs(text);
  if (waitMs !== null) return waitMs;
  throw new UserCommandError(`--timeout must be a duration such as 60s, not "${text}".`);
}

export function parseSwitch(option: string, text: string): boolean {
  if (text === 'on') return true;
  if (text === 'off') return false;
  throw new UserCommandError(`${option} must be on or off, not "${text}".`);
}
