import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOidcConfig } from './read-oidc-config.ts';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeAll(async () => {
  directory = await createTestDirectory();
  writeFileSync(join(directory.path, 'acme.secret'), 'a secret\n');
});
afterAll(() => directory.remove());

const acme = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://login.acme.example',
  clientId: 'hostmaster',
  clientSecretFile: 'acme.secret',
};

function read(...providers: readonly object[]) {
  const file = join(directory.path, 'providers.json');
  writeFileSync(file, JSON.stringify({ providers }));
  return readOidcConfig(file);
}

it('reads a provider with its secret, and defaults that trust nothing', () => {
  expect(read(acme)).toEqual([
    {
      id: 'acme',
      name: 'Acme',
      issuer: 'https://login.acme.example',
      clientId: 'hostmaster',
      clientSecret: 'a secret',
      scope: 'openid email profile',
      allowsPrivate: false,
      mailDomains: [],
      isOnlyWay: false,
      secondFactor: 'never',
      domainClaim: null,
      workspaces: [],
    },
  ]);
});

it('reads domains, roles and the claim by which Google names an organization', () => {
  const workspaces = [
    {
      workspace: 'ws_1',
      roles: [{ value: 'dns', role: 'dns_editor', domains: ['Example.com'] }],
      otherwise: 'read_only',
    },
  ];
  const issuer = 'https://accounts.google.com';
  const [google] = read({ ...acme, issuer, domains: ['Acme.Example'], workspaces });
  expect(google).toMatchObject({
    domainClaim: 'hd',
    mailDomains: ['acme.example'],
    workspaces: [
      {
        workspaceId: 'ws_1',
        claim: 'groups',
        roles: [{ value: 'dns', grant: { role: 'dns_editor', domainNames: ['example.com'] } }],
        otherwise: { role: 'read_only', domainNames: null },
      },
    ],
  });
});

it.each([
  [{ issuer: 'http://login.acme.example' }, 'issuer must be an https:// address'],
  [{ issuer: 'https://login.acme.example/?x' }, 'issuer must be an https:// address'],
  [{ id: 'Acme Inc' }, 'id must have up to 31 lower-case letters'],
  [{ clientSecretFile: 'missing.secret' }, 'cannot be read (ENOENT)'],
  [{ onlyByProvider: true }, 'onlyByProvider needs "domains"'],
  [{ domains: ['no domain'] }, 'has "no domain", which is no domain name'],
  [{ secondFactor: 'yes' }, 'secondFactor must be one of never, amr, always'],
  [{ clientsecret: 'x' }, 'clientsecret is not a known field'],
  [
    {
      workspaces: [{ workspace: 'w', roles: [{ value: 'a', role: 'owner', domains: ['a.com'] }] }],
    },
    'domains is for the roles dns_editor and read_only',
  ],
  [{ workspaces: [{ workspace: 'w', otherwise: 'king' }] }, 'otherwise must be one of owner'],
])('refuses %j', (fields, problem) => {
  expect(() => read({ ...acme, ...fields })).toThrow(`HOSTMASTER_OIDC_CONFIG`);
  expect(() => read({ ...acme, ...fields })).toThrow(problem);
});

it('refuses two providers with the same id, issuer or domain', () => {
  const other = { ...acme, id: 'other', issuer: 'https://other.example', domains: ['b.example'] };
  expect(() => read(acme, { ...other, id: 'acme' })).toThrow('the id "acme" more than once');
  expect(() => read(acme, { ...other, issuer: acme.issuer })).toThrow('the issuer');
  expect(() => read({ ...acme, domains: ['b.example'] }, other)).toThrow('"b.example" more than');
});
