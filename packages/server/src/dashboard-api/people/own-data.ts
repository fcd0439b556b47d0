/**
 * Everything that is stored about a person, as JSON lines: the account and what belongs to it, what they
 * added in their workspaces, and what they did there. Secrets and their hashes are left out.
 */

import { readList } from '@hostmaster/storage';
import { Pace } from '../../base/fairness/pace.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { printableJson } from '../../base/printable.ts';
import { isLastPage } from '../../base/sized-page.ts';
import { listMemberReceivers } from '../../operations/people/member-receivers.ts';
import { hasTotp, loadSecondFactors } from '../../operations/people/second-factor.ts';
import { listSavedFilters } from '../../storage/queries/domains/saved-filters.ts';
import { listActivity } from '../../storage/queries/events/activity.ts';
import { listMailsTo } from '../../storage/queries/mail/mails.ts';
import { listDevices } from '../../storage/queries/people/devices.ts';
import { listIdentities } from '../../storage/queries/people/identities.ts';
import { listWorkspacesOf } from '../../storage/queries/people/members.ts';
import { findRecovery } from '../../storage/queries/people/recoveries.ts';
import { listSessions } from '../../storage/queries/people/sessions.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { liveSince, type SessionLimits } from '../../users/sessions.ts';
import { activityPageBytes } from '../../workspaces/activity.ts';
import { listMemberKeys } from '../../workspaces/member-keys.ts';
import { loadSpendings } from '../spendings.ts';

const pageSize = { limit: 500, bytes: activityPageBytes };

interface Person {
  readonly userId: string;
  readonly now: number;
  readonly limits: SessionLimits;
}

export async function* ownDataLines(
  reader: HostmasterReader,
  person: Person,
): AsyncGenerator<string> {
  for await (const entry of ownData(reader, person)) yield `${printableJson(entry)}\n`;
}

type Entry = Readonly<Record<string, unknown>> & { readonly kind: string };

async function* ownData(reader: HostmasterReader, person: Person): AsyncGenerator<Entry> {
  yield* account(reader, person);
  const { userId, now } = person;
  const workspaces = await readList(reader, listWorkspacesOf, { userId });
  for (const { id: workspaceId, name, role, domainNames } of workspaces) {
    const place = { workspaceId, userId, now };
    yield { kind: 'membership', workspaceId, workspace: name, role, domains: domainNames };
    const { apiKeys, updateKeys } = await listMemberKeys(reader, place);
    for (const key of apiKeys) yield { kind: 'api_key', workspaceId, id: key.id, name: key.name };
    for (const key of updateKeys) yield { kind: 'update_key', workspaceId, name: key.name };
    const { webhooks, secondaries } = await listMemberReceivers(reader, place);
    for (const webhook of webhooks) yield { kind: 'webhook', workspaceId, ...webhook };
    for (const secondary of secondaries) yield { kind: 'secondary', workspaceId, ...secondary };
    const filters = await reader.all(listSavedFilters, place);
    for (const { label, search } of filters)
      yield { kind: 'saved_filter', workspaceId, label, search };
    const spendings = await loadSpendings(reader, { ...place, spenderIds: [userId] });
    yield { kind: 'spending', workspaceId, ...spendings.get(userId) };
    yield* deeds(reader, place);
  }
}

async function* account(
  reader: HostmasterReader,
  { userId, now, limits }: Person,
): AsyncGenerator<Entry> {
  const user = await reader.first(findUser, { id: userId });
  if (user === undefined) return;
  const { id, email, name, pendingEmail } = user;
  yield {
    kind: 'account',
    id,
    email,
    name,
    pendingEmail,
    emailVerifiedAt: isoTimeOrNull(user.emailVerifiedAt),
    passwordUntil: isoTimeOrNull(user.passwordUntil),
    operatorSince: isoTimeOrNull(user.operatorSince),
    createdAt: isoTime(user.createdAt),
  };
  const sessions = await readList(reader, listSessions, { userId, ...liveSince(now, limits) });
  for (const session of sessions) {
    const { address, userAgent, createdAt, seenAt } = session;
    const times = { createdAt: isoTime(createdAt), lastSeenAt: isoTime(seenAt) };
    yield { kind: 'session', id: session.id, address, userAgent, ...times };
  }
  for (const { seenAt } of await readList(reader, listDevices, { userId })) {
    yield { kind: 'device', lastSeenAt: isoTime(seenAt) };
  }
  yield* factors(reader, userId);
  for (const mail of await readList(reader, listMailsTo, { userId })) {
    const { recipient, subject, textBody: text, createdAt } = mail;
    yield { kind: 'mail', recipient, subject, text, createdAt: isoTime(createdAt) };
  }
}

async function* factors(reader: HostmasterReader, userId: string): AsyncGenerator<Entry> {
  const found = await loadSecondFactors(reader, userId);
  if (found.totp !== undefined && hasTotp(found)) {
    yield { kind: 'authenticator_app', createdAt: isoTime(found.totp.createdAt) };
  }
  for (const identity of await reader.all(listIdentities, { userId })) {
    const { id, issuer, subject, email, createdAt, usedAt } = identity;
    const times = { createdAt: isoTime(createdAt), lastUsedAt: isoTime(usedAt) };
    yield { kind: 'linked_sign_in', id, issuer, subject, email, ...times };
  }
  for (const { id, name, createdAt, usedAt } of found.passkeys) {
    const times = { createdAt: isoTime(createdAt), lastUsedAt: isoTimeOrNull(usedAt) };
    yield { kind: 'passkey', id, name, ...times };
  }
  if (found.recoveryCodes.length > 0) {
    yield { kind: 'recovery_codes', left: found.recoveryCodes.length };
  }
  const recovery = await reader.first(findRecovery, { userId });
  if (recovery !== undefined) {
    const { startedAt, dueAt } = recovery;
    yield { kind: 'recovery', startedAt: isoTime(startedAt), dueAt: isoTime(dueAt) };
  }
}

/** What the person did in a workspace, newest first: one page in memory, however long it is. */
async function* deeds(
  reader: HostmasterReader,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): AsyncGenerator<Entry> {
  let before: string | null = '~';
  const pace = new Pace();
  while (before !== null) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(reader, workspaceId, before);
    for (const { id, at, actorKind, actorId, action, subject, details, origin } of page) {
      if (actorKind !== 'user' || actorId !== userId) continue;
      const shown = { action, subject, details, origin };
      yield { kind: 'activity', workspaceId, id, at: isoTime(at), ...shown };
    }
    before = isLastPage(page, pageSize) ? null : (page.at(-1)?.id ?? null);
    await pace.step();
  }
}

function readPage(reader: HostmasterReader, workspaceId: string, before: string) {
  return reader.all(listActivity, { workspaceId, before, ...pageSize });
}
