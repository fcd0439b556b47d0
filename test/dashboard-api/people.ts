/** People of the dashboard, as tests need them: with an account, a workspace and a browser. */

import { randomUUID } from 'node:crypto';
import type { Grant } from '@hostmaster/contract/roles';
import { query } from '@hostmaster/test-rig/any-query';
import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import type { TestService, TestWorkspace } from '@hostmaster/test-rig/service';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { mails } from '../../packages/server/src/storage/tables/mail/mails.ts';
import { members } from '../../packages/server/src/storage/tables/people/members.ts';
import { users } from '../../packages/server/src/storage/tables/people/users.ts';
import { deviceUse } from '../../packages/server/src/users/devices.ts';
import { newLink } from '../../packages/server/src/users/link-tokens.ts';
import { PasswordHasher } from '../../packages/server/src/users/passwords.ts';
import { newUser } from '../../packages/server/src/users/users.ts';
import { ownerGrant } from '../../packages/server/src/workspaces/actor.ts';

export const password = 'a horse that counts to nine';

/** Computed once, because hashing is slow by design. */
const passwordHash = new PasswordHasher().hash(password, '127.0.0.1');

/** Every person of the tests has signed in from this device before. */
const knownDevice = 'd'.repeat(43);

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export function browser(
  service: TestService,
  options: { readonly address?: string } = {},
): DashboardClient {
  const page = newBrowser(service, options);
  page.deviceCookie = `hostmaster-device=${knownDevice}`;
  return page;
}

/** On a device that no one has signed in from. */
export function newBrowser(
  service: TestService,
  options: { readonly address?: string } = {},
): DashboardClient {
  return new DashboardClient(service.client, {
    origin: service.url,
    ...(options.address === undefined ? {} : { headers: { 'x-forwarded-for': options.address } }),
  });
}

export async function person(
  service: TestService,
  options: {
    readonly name?: string;
    readonly email?: string;
    readonly isEmailVerified?: boolean;
  } = {},
): Promise<Person> {
  const email = options.email ?? `${randomUUID()}@example.com`;
  const name = options.name ?? 'Grace Hopper';
  const hash = await passwordHash;
  const now = Date.now();
  const user = newUser({
    email,
    name,
    passwordHash: hash,
    isEmailVerified: options.isEmailVerified ?? true,
    at: now,
  });
  const { id } = user;
  const device = deviceUse({ userId: id, value: knownDevice, now, isKnown: false });
  await persistChange(service.database, { rows: [insert(users, user), device] });
  return { id, name, email };
}

async function join(
  service: TestService,
  { id: userId }: Pick<Person, 'id'>,
  { id: workspaceId }: Pick<TestWorkspace, 'id'>,
  grant: Grant,
): Promise<void> {
  const member = insert(members, { userId, workspaceId, createdAt: Date.now(), ...grant });
  await persistChange(service.database, { rows: [member] });
}

export interface Member {
  readonly person: Person;
  readonly workspace: TestWorkspace;
  readonly page: DashboardClient;
  /** For inputs of endpoints of the workspace. */
  readonly inside: { readonly workspaceId: string };
}

/** Signed in, with a workspace of their own. */
export async function member(
  service: TestService,
  options: {
    readonly credits?: string;
    readonly name?: string;
    readonly email?: string;
    readonly workspace?: TestWorkspace;
    /** An owner by default. */
    readonly grant?: Grant;
  } = {},
): Promise<Member> {
  const someone = await person(service, options);
  const workspace =
    options.workspace ??
    (await service.workspace(options.credits === undefined ? {} : { credits: options.credits }));
  await join(service, someone, workspace, options.grant ?? ownerGrant);
  const page = await signedIn(service, someone);
  return { person: someone, workspace, page, inside: { workspaceId: workspace.id } };
}

export async function signedIn(
  service: TestService,
  { email }: Pick<Person, 'email'>,
  options: { readonly address?: string } = {},
): Promise<DashboardClient> {
  const page = browser(service, options);
  await page.open();
  await page.call('signIn', { email, password });
  return page;
}

/** As a start prints it. */
export async function setUpToken(service: TestService): Promise<string> {
  const { token, row } = newLink({ kind: 'set_up', now: Date.now() });
  await persistChange(service.database, { rows: [row] });
  return token;
}

const listMailsTo = query<{ recipient: string }>()(({ db, p }) =>
  db.selectFrom('mails').select(mails.select()).where('recipient', '=', p.recipient).orderBy('id'),
);

/** All mails to a recipient, queued or sent. */
export async function mailsTo(service: TestService, { email }: Pick<Person, 'email'>) {
  return service.database.all(listMailsTo, { recipient: email });
}
