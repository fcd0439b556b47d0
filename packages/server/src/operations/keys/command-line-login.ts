/**
 * The sign-in of a command line. It keeps a secret and shows a code of its hash, the challenge. A member
 * who sees the same code in the dashboard approves it; the command line then fetches a key with its
 * secret, once. Nothing is stored for a stranger, and who asks with an unknown secret learns nothing.
 */

import { hash } from 'node:crypto';
import type { Scope } from '@hostmaster/contract';
import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import type { Grant } from '@hostmaster/contract/roles';
import { combine, noChange } from '../../changes/change.ts';
import { type ChangeWork, changeWork, ofWorkspace } from '../../changes/persist.ts';
import { findCommandLineLogin } from '../../storage/queries/people/command-line-logins.ts';
import { findMember } from '../../storage/queries/people/members.ts';
import { insert, remove, removeAll } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import {
  type CommandLineLogin,
  commandLineLogins,
} from '../../storage/tables/people/command-line-logins.ts';
import { linkExpired } from '../../users/link-tokens.ts';
import { userActor } from '../../workspaces/actor.ts';
import { issueApiKey, type KeyCall } from './issue-api-key.ts';

const lifeMs = 10 * minuteMs;
/** The clock of the command line may be ahead by this. */
const toleranceMs = minuteMs;
const keyLifeMs = 90 * dayMs;

export interface FetchedKey {
  readonly id: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  readonly expiresAt: number;
}

/** A person has one approved login at a time. */
export function approveCommandLine(
  { actor, machineNow }: KeyCall,
  userId: string,
  login: {
    readonly challenge: string;
    readonly startedAt: number;
    readonly name: string;
    readonly scope: Scope;
  },
): ChangeWork<CommandLineLogin | undefined, undefined> {
  const { challenge, startedAt, name, scope } = login;
  const { workspaceId } = actor;
  return changeWork({
    ...ofWorkspace(workspaceId),
    keys: [`login ${challenge}`],
    load: (reader) => reader.first(findCommandLineLogin, { hash: challenge }),
    decide(known) {
      const isOpen = startedAt > machineNow - lifeMs && startedAt <= machineNow + toleranceMs;
      const isAnothers = known !== undefined && known.userId !== userId;
      if (!isOpen || isAnothers || !/^[0-9a-f]{64}$/.test(challenge)) throw linkExpired();
      const expiresAt = Math.min(startedAt, machineNow) + lifeMs;
      const row = { hash: challenge, userId, workspaceId, name, scope, expiresAt };
      const rows = [removeAll(commandLineLogins, { userId }), insert(commandLineLogins, row)];
      return { answer: undefined, change: { rows } };
    },
  });
}

/** With what the person who approved it may do at present. */
interface Approval extends CommandLineLogin {
  readonly grant: Grant;
}

/** The approval that a secret stands for; undefined when there is none, or none any more. */
export async function findApproval(
  reader: HostmasterReader,
  { secret, machineNow }: { readonly secret: string; readonly machineNow: number },
): Promise<Approval | undefined> {
  const login = await reader.first(findCommandLineLogin, { hash: hash('sha256', secret, 'hex') });
  if (login === undefined || login.expiresAt <= machineNow) return undefined;
  const { userId, workspaceId } = login;
  const member = await reader.first(findMember, { userId, workspaceId });
  if (member === undefined || member.suspendedAt !== null) return undefined;
  const { role, domainNames } = member;
  return { ...login, grant: { role, domainNames } };
}

/** Creates the key of an approval and uses it up; null when another request was faster. */
export function fetchKey(
  call: Omit<KeyCall, 'actor'>,
  { login, apiKey, secret }: { login: Approval; apiKey: string; secret: string },
): ChangeWork<unknown, FetchedKey | null> {
  const { hash: challenge, userId, workspaceId, name, scope } = login;
  const { machineNow } = call;
  const expiresAt = machineNow + keyLifeMs;
  const actor = userActor(userId, workspaceId, login.grant);
  const issue = issueApiKey({ ...call, actor }, { key: apiKey, name, scope, expiresAt });
  return changeWork({
    ...ofWorkspace(workspaceId),
    keys: [...issue.keys, `login ${challenge}`],
    load: async (reader: HostmasterReader) => ({
      approval: await findApproval(reader, { secret, machineNow }),
      issued: await issue.load(reader),
    }),
    decide({ approval, issued }) {
      if (approval === undefined) return { answer: null, change: noChange };
      const { answer, change } = issue.decide(issued);
      const used = { rows: [remove(commandLineLogins, { hash: challenge })] };
      return {
        answer: { id: answer.id, apiKey, workspaceId, expiresAt },
        change: combine(used, change),
      };
    },
  }) as ChangeWork<unknown, FetchedKey | null>;
}
