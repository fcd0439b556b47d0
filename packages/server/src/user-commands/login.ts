/**
 * hostmaster login and logout. Login shows an address and a code; a person who sees the same code in the
 * dashboard approves it there, and the command fetches its key. The secret never leaves in an address.
 */
import { spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '@hostmaster/contract/durations';
import { loginCode } from '@hostmaster/contract/login-code';
import { ConnectionError, connectionProblem, HostmasterError } from '@hostmaster/sdk';
import type { Command } from 'commander';
import { systemClock } from '../base/clock.ts';
import {
  credentialsFile,
  readCredentials,
  type StoredKey,
  writeCredentials,
} from './credentials.ts';
import { explainFailure } from './explain-failure.ts';
import { createServiceFetch, type ServiceFetch } from './service-fetch.ts';
import { serviceUrl, type UserFlags, untilStopped, userCommand } from './session.ts';
import { show, withProgress } from './show.ts';
import { UserCommandError } from './user-error.ts';

interface LoginFlags extends UserFlags {
  readonly browser: boolean;
}

type Answer =
  | { readonly pending: true }
  | {
      readonly pending: false;
      readonly apiKey: string;
      readonly keyId: string;
      readonly workspace: { readonly id: string; readonly name: string };
      readonly expiresAt: string;
    };

const waitMsMax = 10 * minuteMs;
const askEveryMs = 2_000;
const answerMsMax = 30_000;

export function registerLogin(program: Command): void {
  userCommand(program, {
    name: 'login',
    about: 'sign in at a service; a person approves it in the dashboard',
    examples: ['login --url https://names.example.net', 'login --no-browser'],
  })
    .option('--no-browser', 'print the address only')
    .action(login);
}

export function registerLogout(program: Command): void {
  userCommand(program, {
    name: 'logout',
    about: 'delete the stored key of a service from this machine',
    examples: ['logout'],
  }).action(logout);
}

async function login(flags: LoginFlags): Promise<void> {
  const credentials = readCredentials();
  const url = serviceUrl(flags, credentials.current);
  const connection = createServiceFetch(systemClock);
  const secret = randomBytes(32).toString('base64url');
  const challenge = hash('sha256', secret, 'hex');
  const answer = await untilStopped(async (signal, ifStopped) => {
    const ask = () => askForKey(connection, url, { secret, signal });
    // Before anything is shown: whether the service is there, and what time it is there.
    await ask();
    const startedAt = new Date(systemClock.now() - (connection.skewMs() ?? 0)).toISOString();
    const query = new URLSearchParams({ challenge, at: startedAt, name: hostname() });
    const address = `${url}/dashboard/connect?${query}`;
    process.stderr.write(
      `Open ${address}\nand approve it if the page shows the code ${loginCode(challenge)}\n`,
    );
    if (flags.browser && process.stderr.isTTY === true) openBrowser(address);
    ifStopped('An approval that comes now is of no use to anyone.');
    return withProgress('Waiting for the approval…', () => untilApproved(ask, signal));
  });
  const { apiKey, keyId, workspace, expiresAt } = answer;
  const stored: StoredKey = { apiKey, keyId, workspace: workspace.name };
  writeCredentials({ current: url, services: { ...credentials.services, [url]: stored } });
  show(flags, { url, keyId, workspace, expiresAt, file: credentialsFile() }, [
    `Signed in to ${workspace.name} at ${url} until ${expiresAt.slice(0, 10)}.`,
  ]);
}

async function logout(flags: UserFlags): Promise<void> {
  const credentials = readCredentials();
  const url = serviceUrl(flags, credentials.current);
  const { [url]: stored, ...services } = credentials.services;
  if (stored === undefined)
    throw new UserCommandError(`You are not signed in at ${url}.`, 'signedOut');
  const [next = null] = Object.keys(services);
  const current = credentials.current === url ? next : credentials.current;
  writeCredentials({ current, services });
  show(flags, { url, keyId: stored.keyId }, [
    `Deleted the key of ${stored.workspace} from this machine. To revoke it, open ${url}/dashboard, API tokens.`,
  ]);
}

async function untilApproved(
  ask: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Extract<Answer, { pending: false }>> {
  const until = performance.now() + waitMsMax;
  while (performance.now() < until) {
    const answer = await ask();
    if (!answer.pending) return answer;
    await pause(askEveryMs, undefined, { signal });
  }
  throw new UserCommandError('The sign-in was not approved within ten minutes.', 'timeout');
}

async function askForKey(
  { fetch, skewMs }: ServiceFetch,
  url: string,
  { secret, signal }: { readonly secret: string; readonly signal: AbortSignal },
): Promise<Answer> {
  try {
    const response = await fetch(`${url}/dashboard/command-line`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ secret }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && typeof body === 'object' && body !== null) return body as Answer;
    const { status, headers } = response;
    throw new HostmasterError({ status, headers, body });
  } catch (error) {
    signal.throwIfAborted();
    const isKnown = error instanceof HostmasterError;
    const reason = `Cannot use ${url}: ${connectionProblem(error)}`;
    const cause = isKnown ? error : new ConnectionError(reason, { cause: error });
    throw explainFailure(cause, { url, skewMs: skewMs() });
  }
}

/** A machine without one is no problem: the address is printed. */
function openBrowser(address: string): void {
  const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', linux: 'xdg-open' };
  const program = programs[process.platform];
  if (program === undefined) return;
  const child = spawn(program, [address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
