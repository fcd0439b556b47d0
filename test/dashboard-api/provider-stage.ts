/** Identity providers, the DNS of mail domains, and visits of browsers there and back. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '@hostmaster/test-rig/api-client';
import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import {
  clientSecret,
  type ProviderPerson,
  TestIdentityProvider,
} from '@hostmaster/test-rig/identity-provider';
import { IdentityProviderStandIn } from '@hostmaster/test-rig/identity-provider-stand-in';
import type { TestService } from '@hostmaster/test-rig/service';
import { afterAll, expect } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { newWorkspace } from '../../packages/server/src/workspaces/workspaces.ts';
import { startResolver, type TestResolver } from '../dns-update/resolver.ts';

export const publicUrl = 'https://hostmaster.example';

export interface ProviderStage {
  readonly acme: TestIdentityProvider;
  readonly rogue: IdentityProviderStandIn;
  readonly resolver: TestResolver;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Two providers: `acme` is oidc-provider, and people at acme.example belong to it; `rogue` says what a
 * test wants, and rogue.example belongs to it. Everything ends with the test file.
 */
export async function openProviderStage(
  extra: { readonly acme?: object; readonly rogue?: object } = {},
): Promise<ProviderStage> {
  const acme = await TestIdentityProvider.open([`${publicUrl}/oidc/acme/callback`]);
  const rogue = await IdentityProviderStandIn.open();
  const resolver = await startResolver();
  const directory = await mkdtemp(join(tmpdir(), 'providers-'));
  afterAll(async () => {
    await Promise.all([acme.close(), rogue.close(), resolver.close()]);
    await rm(directory, { recursive: true });
  });
  bind(resolver, 'acme.example', acme.issuer);
  bind(resolver, 'rogue.example', rogue.issuer);
  const shared = {
    clientId: 'hostmaster',
    clientSecretFile: 'client.secret',
    privateAddresses: true,
  };
  const providers = [
    {
      ...shared,
      id: 'acme',
      name: 'Acme',
      issuer: acme.issuer,
      domains: ['acme.example'],
      scopes: ['openid', 'email', 'profile', 'groups'],
      ...extra.acme,
    },
    {
      ...shared,
      id: 'rogue',
      name: 'Rogue',
      issuer: rogue.issuer,
      domains: ['rogue.example'],
      ...extra.rogue,
    },
  ];
  const file = join(directory, 'providers.json');
  await writeFile(join(directory, 'client.secret'), `${clientSecret}\n`);
  await writeFile(file, JSON.stringify({ providers }));
  const settings = {
    HOSTMASTER_OIDC_CONFIG: file,
    HOSTMASTER_PUBLIC_URL: publicUrl,
    HOSTMASTER_RESOLVER: resolver.address,
    HOSTMASTER_TRUST_PROXY: '1',
  };
  return { acme, rogue, resolver, settings };
}

/** The record by which the owner of a domain says that it belongs to a provider. */
export function bind(resolver: TestResolver, domain: string, issuer: string): void {
  const name = `_hostmaster-sign-in.${domain}`;
  resolver.set(name, [`${name}. 300 TXT "service=${publicUrl} issuer=${issuer}"`]);
}

let addresses = 0;

/** Each from an address of its own, so that tests share no limit. */
export async function visitor(service: TestService, address?: string): Promise<DashboardClient> {
  addresses += 1;
  const from = address ?? `198.51.${Math.floor(addresses / 200)}.${(addresses % 200) + 1}`;
  const page = new DashboardClient(service.client, {
    origin: publicUrl,
    headers: { 'x-forwarded-for': from },
  });
  await page.open();
  return page;
}

/** Where the button leads. */
export async function leave(page: DashboardClient, provider: string): Promise<string> {
  const answer = await page.send('GET', `/oidc/${provider}/start`);
  expect(answer.status, answer.text).toBe(303);
  return answer.headers.location ?? '';
}

/** The browser comes back. */
export function comeBack(page: DashboardClient, url: string): Promise<Answer> {
  const { pathname, search } = new URL(url);
  return page.send('GET', `${pathname}${search}`);
}

export async function signInAtAcme(
  { acme }: ProviderStage,
  page: DashboardClient,
  person: ProviderPerson,
): Promise<Answer> {
  return comeBack(page, await acme.signIn(await leave(page, 'acme'), person));
}

export async function signInAtRogue(
  { rogue }: ProviderStage,
  page: DashboardClient,
  person: Record<string, unknown>,
): Promise<Answer> {
  return comeBack(page, rogue.signIn(await leave(page, 'rogue'), person));
}

/** A person of acme.example with a verified address. */
export function colleague(more: Partial<ProviderPerson> = {}): ProviderPerson & { email: string } {
  const sub = randomUUID();
  return { sub, name: 'Ada Lovelace', email: `${sub}@acme.example`, email_verified: true, ...more };
}

/** With the id that the configuration of a provider names. */
export async function workspaceWithId(service: TestService, id: string): Promise<void> {
  const opening = { name: 'Acme', email: null, creditCents: 0, at: Date.now() };
  const { answer, change } = newWorkspace(opening);
  await persistChange(
    service.database,
    JSON.parse(JSON.stringify(change).replaceAll(answer.id, id)),
  );
}

/** The input that begins a link. */
export function linking(providerId: string) {
  return { providerId, returnTo: '/dashboard/account' };
}
