/** Two workspaces in a store that no service uses yet: the victim's, and the attacker's at its quotas. */
import { dayMs } from '@hostmaster/contract/durations';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { fillStore } from '../../bench/fill.ts';
import { newId } from '../../packages/server/src/base/ids.ts';
import { limitSettings } from '../../packages/server/src/base/limits.ts';
import { centsPerCredit } from '../../packages/server/src/base/money.ts';
import { persist, persistChange } from '../../packages/server/src/changes/persist.ts';
import { openStores, type Stores } from '../../packages/server/src/composition/open-stores.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { addSecondary } from '../../packages/server/src/operations/secondaries/manage-secondaries.ts';
import { openWorkspace } from '../../packages/server/src/operations/workspaces/open-workspace.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { activity } from '../../packages/server/src/storage/tables/events/activity.ts';
import { members } from '../../packages/server/src/storage/tables/people/members.ts';
import { users } from '../../packages/server/src/storage/tables/people/users.ts';
import { PasswordHasher } from '../../packages/server/src/users/passwords.ts';
import { newSession } from '../../packages/server/src/users/sessions.ts';
import { newUser } from '../../packages/server/src/users/users.ts';
import { operatorActor, ownerGrant } from '../../packages/server/src/workspaces/actor.ts';
import { createKey } from '../../packages/server/src/workspaces/keys.ts';
import { createUpdateKey } from '../../packages/server/src/workspaces/update-keys.ts';
import { domainNames, type World, type WorldSize } from './world.ts';

export interface PreparedStore {
  readonly victimKey: string;
  /** With which the victim's zone is transferred. */
  readonly secondaryKey: World['tsig'];
  readonly apiKeys: readonly string[];
  readonly workspaceId: string;
  readonly spareWorkspaceId: string;
  readonly cookies: { readonly owner: string; readonly spare: string };
  readonly tsig: World['tsig'];
}

const creditCents = 1e9 * centsPerCredit;

export async function prepareStore(
  environment: Readonly<Record<string, string>>,
  size: WorldSize,
): Promise<PreparedStore> {
  const stores = await openStores(readConfig(environment));
  const victim = await createWorkspace(stores, 'victim');
  const spare = await createWorkspace(stores, 'spare');
  const attacker = await createWorkspace(stores, 'attacker');
  const quota = (setting: { readonly default: string }) =>
    Math.ceil(Number(setting.default) * size.quotaShare);
  const apiKeys = await createKeys(stores, attacker.id, quota(limitSettings.apiKeys));
  const tsig = await createUpdateKeys(stores, attacker.id, quota(limitSettings.updateKeys));
  await addActivity(stores, attacker.id, size.domains);
  const owner = await createPerson(stores, { workspaceId: attacker.id, sessions: 100 });
  const member = await createPerson(stores, { workspaceId: spare.id, sessions: 1 });
  const call = { machineNow: Date.now(), secrets: stores.secrets };
  // It answers no NOTIFY: what it is sent costs as much without the attack.
  const place = { address: '127.2.0.1', port: 9, otherAddresses: [], tlsKey: null } as const;
  const secondary = { name: 'victim', transfers: 'axfr', tls: 'optional', ...place } as const;
  const secondaryKey = await persist(stores.database, addSecondary(call, secondary));
  if (secondaryKey === null) throw new Error('The store is not empty.');
  await stores.close();
  await fillStore(environment, size.domains);
  return {
    victimKey: victim.key,
    secondaryKey,
    apiKeys,
    workspaceId: attacker.id,
    spareWorkspaceId: spare.id,
    cookies: { owner, spare: member },
    tsig,
  };
}

/** The newest workspace gets the domains of `fillStore`. */
async function createWorkspace({ database }: Stores, name: string) {
  const key = `adversary-key-of-the-${name}`;
  const at = Date.now();
  const { id } = await persist(
    database,
    openWorkspace({ name, email: null, creditCents, at, key }),
  );
  return { id, key };
}

async function createKeys({ database }: Stores, workspaceId: string, count: number) {
  const keys = Array.from({ length: count }, (_, index) => `adversary-key-${index}-0000000000`);
  for (const key of keys) {
    const input = { key, name: 'adversary' };
    const at = Date.now();
    await persistDecided(database, createKey({ actor: operatorActor(workspaceId), at, input }));
  }
  return keys;
}

async function createUpdateKeys({ database, secrets }: Stores, workspaceId: string, count: number) {
  const input = {
    domainNames: null,
    mayTransfer: true,
    scope: { pattern: '*', types: null },
    algorithm: 'hmac-sha256',
    expiresAt: null,
  } as const;
  const actor = operatorActor(workspaceId);
  let key = { name: '', secret: '' };
  for (let index = 0; index < count; index += 1) {
    const created = createUpdateKey({ actor, at: Date.now(), secrets, input });
    key = await persistDecided(database, created);
  }
  return key;
}

async function addActivity({ database }: Stores, workspaceId: string, count: number) {
  const details = { type: 'A', name: 'www', value: '192.0.2.1' };
  const row = () => ({
    id: newId('act'),
    workspaceId,
    at: Date.now(),
    actorKind: 'operator' as const,
    actorId: 'operator',
    action: 'record.create',
    subject: domainNames.busy,
    details,
    origin: null,
  });
  for (let done = 0; done < count; done += 500) {
    const rows = Array.from({ length: Math.min(500, count - done) }, () => insert(activity, row()));
    await persistChange(database, { rows });
  }
}

/** Returns the cookie of the newest session. */
async function createPerson(
  { database }: Stores,
  { workspaceId, sessions }: { readonly workspaceId: string; readonly sessions: number },
): Promise<string> {
  const at = Date.now();
  const email = `${workspaceId}@example.com`;
  const passwordHash = await new PasswordHasher().hash('right horse, right stable', '127.0.0.1');
  const user = newUser({ email, name: 'A', passwordHash, isEmailVerified: true, at });
  const member = { userId: user.id, workspaceId, createdAt: at, ...ownerGrant };
  await persistChange(database, { rows: [insert(users, user), insert(members, member)] });
  const device = { address: '127.0.0.1', userAgent: 'adversary '.padEnd(300, 'x') };
  const opened = Array.from({ length: sessions }, () =>
    newSession({ userId: user.id, device, now: at, factorAt: null, lifeMs: 30 * dayMs }),
  );
  await persistChange(database, { rows: opened.map(({ row }) => row) });
  return `hostmaster=${opened.at(-1)?.cookieValue}`;
}
