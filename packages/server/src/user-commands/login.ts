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
    about: 'revoke the stored key of a service and delete it from this machine',
    examples: ['logout', 'logout --url https://names.example.net'],
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

/** The key is forgotten here in any case; one that could not be revoked is named. */
async function logout(flags: UserFlags): Promise<void> {
  const credentials = readCredentials();
  const url = serviceUrl(flags, credentials.current);
  const { [url]: stored, ...services } = credentials.services;
  if (stored === undefined)
    throw new UserCommandError(`You are not signed in at ${url}.`, 'signedOut');
  const { keyId, workspace } = stored;
  const problem = await untilStopped((signal, ifStopped) => {
    ifStopped('The key may have been revoked, and is still stored: run the command again.');
    return revoke(url, { apiKey: stored.apiKey, signal });
  });
  const [next = null] = Object.keys(services);
  const current = credentials.current === url ? next : credentials.current;
  writeCredentials({ current, services });
  show(flags, { url, keyId, revoked: problem === null }, [
    problem === null
      ? `Revoked the key of ${workspace} and deleted it from this machine.`
      : `Deleted the key of ${workspace} from this machine, but did not revoke it: ${problem} Revoke it in ${url}/dashboard, API tokens.`,
  ]);
}

/** Null when the service accepts the key no longer, and otherwise the reason. */
async function revoke(
  url: string,
  { apiKey, signal }: { readonly apiKey: string; readonly signal: AbortSignal },
): Promise<string | null> {
  const connection = createServiceFetch(systemClock);
  try {
    const headers = { 'x-api-key': apiKey };
    await askService(connection, url, { method: 'DELETE', headers, signal });
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof HostmasterError && error.status === 401) return null;
    const explained = explainFailure(error, { url, skewMs: connection.skewMs() });
    if (explained instanceof UserCommandError) return explained.message;
    throw explained;
  }
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
  connection: ServiceFetch,
  url: string,
  { secret, signal }: { readonly secret: string; readonly signal: AbortSignal },
): Promise<Answer> {
  try {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ secret });
    return (await askService(connection, url, { method: 'POST', headers, body, signal })) as Answer;
  } catch (error) {
    signal.throwIfAborted();
    throw explainFailure(error, { url, skewMs: connection.skewMs() });
  }
}

/** What only command lines ask for: no endpoint of the API. Fails as calls of the SDK do. */
async function askService(
  { fetch }: ServiceFetch,
  url: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'> & { readonly signal: AbortSignal },
): Promise<object> {
  try {
    const response = await fetch(`${url}/dashboard/command-line`, {
      ...request,
      headers: { accept: 'application/json', ...request.headers },
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(answerMsMax)]),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && typeof body === 'object' && body !== null) return body;
    const { status, headers } = response;
    throw new HostmasterError({ status, headers, body });
  } catch (error) {
    if (error instanceof HostmasterError) throw error;
    const message = `Cannot use ${url}: ${connectionProblem(error)}`;
    throw new ConnectionError(message, { cause: error });
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
