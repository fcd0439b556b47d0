/** Signs the zone of a domain in a running service, and waits until it is served signed. */
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { query } from '@hostmaster/test-rig/any-query';
import { type TestService, until } from '@hostmaster/test-rig/service';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persist } from '../../packages/server/src/changes/persist.ts';
import {
  beginSigning,
  endSigning,
  loadApex,
} from '../../packages/server/src/publication/begin-signing.ts';
import { lockDomainById } from '../../packages/server/src/storage/queries/domains/domains.ts';
import type { HostmasterReader } from '../../packages/server/src/storage/schema.ts';
import type { SigningState } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';

const findSigning = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('id', 'signing'))
    .where('name', '=', p.name)
    .orderBy('id', 'desc'),
);

const maintenance = { keys: [], owner: '', commit: 'alone' } as const;

export async function signDomain(service: TestService, name: string): Promise<void> {
  await startSigning(service, name);
  await untilSigning(service, name, 'signed');
}

/** Without waiting for the signed zone; with `isWoken: false` the service takes no step at once. */
export async function startSigning(
  service: TestService,
  name: string,
  { isWoken = true } = {},
): Promise<void> {
  const id = await domainId(service, name);
  const secrets = openSecretBox(service.config.secretFile);
  const { soaDefaults } = service.config;
  await persist(service.database, {
    ...maintenance,
    async load(reader) {
      const domain = await lock(reader, id);
      return { domain, apex: await loadApex(reader, domain) };
    },
    decide({ domain, apex }) {
      const key = ZoneKey.generate();
      const change = beginSigning(domain, apex, { key, secrets, soaDefaults, now: Date.now() });
      return { answer: undefined, change: isWoken ? change : { ...change, announce: [] } };
    },
  });
}

export async function stopSigning(service: TestService, name: string): Promise<void> {
  const id = await domainId(service, name);
  await persist(service.database, {
    ...maintenance,
    load: (reader) => lock(reader, id),
    decide: (domain) => ({ answer: undefined, change: endSigning(domain) }),
  });
  await untilSigning(service, name, 'off');
}

export async function untilSigning(
  service: TestService,
  name: string,
  state: SigningState,
): Promise<void> {
  await until(`${name} is ${state}`, async () => {
    const found = await service.database.first(findSigning, { name });
    return found?.zone.signing === state;
  });
}

export async function domainId(service: TestService, name: string): Promise<string> {
  const found = await service.database.first(findSigning, { name });
  if (found === undefined) throw new Error(`${name} does not exist.`);
  return found.id;
}

async function lock(reader: HostmasterReader, id: string) {
  const domain = await reader.first(lockDomainById, { id });
  if (domain === undefined) throw new Error(`${id} does not exist.`);
  return domain;
}
