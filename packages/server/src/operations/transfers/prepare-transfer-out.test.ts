import { requiredContact } from '@hostmaster/test-rig/contact';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Change } from '../../changes/change.ts';
import { persist } from '../../changes/persist.ts';
import { openStores, rulesOf } from '../../composition/open-stores.ts';
import { readConfig } from '../../config/config.ts';
import { findDomainById, findHeldDomain } from '../../storage/queries/domains/domains.ts';
import { update } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { type Domain, domains } from '../../storage/tables/domains/domains.ts';
import { readActivity } from '../../workspaces/activity.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import { newWorkspace } from '../../workspaces/workspaces.ts';
import { registerDomain } from '../registration/register-domain.ts';
import {
  DomainNotLive,
  loadLive,
  replaceAuthCode,
  setTransferLock,
} from './prepare-transfer-out.ts';

describeOnBothEngines('preparing a transfer to another registrar', (engine) => {
  it('changes the desired state of a live domain and records it', async () => {
    const { stores, call, domain, read, rules } = await openDomain(engine, 'live');
    const { database, secrets } = stores;
    await prepare(database, domain, (live) => setTransferLock(call(), live, false));
    expect(await read()).toMatchObject({
      transferOut: { transferLocked: false },
      registry: { desiredRevision: domain.registry.desiredRevision + 1 },
    });
    await prepare(
      database,
      domain,
      (live) => replaceAuthCode(call(), live, { secrets, rules }).change,
    );
    const { authCode } = (await read()).transferOut;
    expect(authCode).not.toBe(domain.transferOut.authCode);
    expect(secrets.open(authCode ?? '')).toMatch(/^\S{8,}$/);
    const { workspaceId } = domain;
    const recorded = await readActivity(database, { workspaceId, limit: 2 });
    expect(recorded.map(({ action }) => action)).toEqual([
      'domain.auth_code_replaced',
      'domain.unlocked',
    ]);
  });

  it.each(['provisioning', 'releasing'] as const)('refuses while %s', async (state) => {
    const { stores, call, domain, read, rules } = await openDomain(engine, state);
    const { database, secrets } = stores;
    for (const change of [
      (live: Domain) => setTransferLock(call(), live, false),
      (live: Domain) => replaceAuthCode(call(), live, { secrets, rules }).change,
    ]) {
      await expect(prepare(database, domain, change)).rejects.toBeInstanceOf(DomainNotLive);
    }
    expect(await read()).toEqual(domain);
  });
});

function prepare(
  database: HostmasterDatabase,
  domain: Domain,
  change: (live: Domain) => Change,
): Promise<void> {
  return persist(database, {
    keys: [],
    owner: '',
    commit: 'alone',
    load: (reader) => loadLive(reader, domain),
    decide: (live) => ({ answer: undefined, change: change(live) }),
  });
}

async function openDomain(engine: TestEngine, state: Domain['state']) {
  const { dataDir, databaseUrl } = await engine.place();
  const config = readConfig({
    HOSTMASTER_DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  });
  const stores = await openStores(config);
  engine.afterwards(() => stores.close());
  const { database } = stores;
  const now = Date.now();
  const workspace = await persistDecided(
    database,
    newWorkspace({ name: 'Leaving', email: null, creditCents: 100_000, at: now }),
  );
  const call = () => ({
    actor: operatorActor(workspace.id),
    now,
    operationId: newId('act'),
    services: {
      ...stores,
      findDnskeys: async () => null,
      findDs: async () => null,
      textSearches: { search: () => Promise.reject(new Error('No texts are searched.')) },
      templates: [],
      rules: rulesOf(config),
      links: config,
    },
  });
  const input = { domain: 'leaving.com', contact: requiredContact };
  await persist(database, await registerDomain.begin(database, call(), input));
  const { id } = must(await database.first(findHeldDomain, { name: input.domain }));
  await persist(database, {
    keys: [],
    owner: '',
    commit: 'alone',
    load: async () => {},
    decide: () => ({
      answer: undefined,
      change: { rows: [update(domains, { id }, { state, dueAt: null })] },
    }),
  });
  const read = async () => must(await database.first(findDomainById, { id }));
  return { stores, call, read, domain: await read(), rules: rulesOf(config) };
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The domain does not exist.');
  return value;
}
