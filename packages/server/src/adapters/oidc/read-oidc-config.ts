/** Reads HOSTMASTER_OIDC_CONFIG and the secrets it names. Paths count from the file's own directory. */
import { dirname, resolve } from 'node:path';
import { type Grant, limitableRoles, roles } from '@hostmaster/contract/roles';
import { Fields, readJsonFile, readTextFile } from '../../base/json-fields.ts';
import { ConfigError } from '../../base/setting-values.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import type { IdentityProvider, ProviderWorkspace } from '../../users/identity-provider.ts';

export interface OidcConfig
  extends Omit<IdentityProvider, 'authorizationUrl' | 'readAnswer' | 'readLogout'> {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Its endpoints may have private addresses and plain HTTP. */
  readonly allowsPrivate: boolean;
}

const setting = 'HOSTMASTER_OIDC_CONFIG';
const providersMax = 20;
const workspacesMax = 20;
/** Anyone can have an account there, so that `hd` says whose domain vouches for the address. */
const google = 'https://accounts.google.com';

export function readOidcConfig(file: string): readonly OidcConfig[] {
  const root = new Fields({ setting, path: 'the file' }, readJsonFile(file, setting));
  const providers = root.objects('providers').map((fields) => readProvider(fields, file));
  root.refuseOthers();
  if (providers.length > providersMax) throw problem(`has more than ${providersMax} providers`);
  requireOnce(
    'id',
    providers.map(({ id }) => id),
  );
  requireOnce(
    'issuer',
    providers.map(({ issuer }) => issuer),
  );
  requireOnce(
    'domains',
    providers.flatMap(({ mailDomains }) => mailDomains),
  );
  return providers;
}

function readProvider(fields: Fields, file: string): OidcConfig {
  const id = fields.text('id');
  if (!/^[a-z0-9][a-z0-9-]{0,30}$/.test(id)) {
    throw fields.problem('id', 'must have up to 31 lower-case letters, digits and hyphens');
  }
  const allowsPrivate = fields.boolean('privateAddresses', false);
  const issuer = readIssuer(fields, allowsPrivate);
  const secretFile = resolve(dirname(file), fields.text('clientSecretFile'));
  const scopes = fields.has('scopes') ? fields.texts('scopes') : ['openid', 'email', 'profile'];
  const provider: OidcConfig = {
    id,
    name: fields.text('name'),
    issuer,
    clientId: fields.text('clientId'),
    clientSecret: readTextFile(secretFile, `${setting}: clientSecretFile`).trim(),
    scope: [...new Set(['openid', ...scopes])].join(' '),
    allowsPrivate,
    mailDomains: fields.has('domains') ? readDomains(fields, 'domains') : [],
    isOnlyWay: fields.boolean('onlyByProvider', false),
    secondFactor: fields.oneOf('secondFactor', ['never', 'amr', 'always'], 'never'),
    domainClaim: readDomainClaim(fields, issuer),
    workspaces: fields.has('workspaces') ? fields.objects('workspaces').map(readWorkspace) : [],
  };
  fields.refuseOthers();
  if (provider.workspaces.length > workspacesMax) {
    throw fields.problem('workspaces', `must have at most ${workspacesMax} entries`);
  }
  if (provider.isOnlyWay && provider.mailDomains.length === 0) {
    throw fields.problem('onlyByProvider', 'needs "domains"');
  }
  return provider;
}

/** With the very text that the provider calls itself, which is compared as it is. */
function readIssuer(fields: Fields, allowsPrivate: boolean): string {
  const issuer = fields.text('issuer');
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isHttps = url?.protocol === 'https:' || (allowsPrivate && url?.protocol === 'http:');
  if (url === null || !isHttps || url.search !== '' || url.hash !== '') {
    throw fields.problem('issuer', 'must be an https:// address without query');
  }
  return issuer;
}

function readDomainClaim(fields: Fields, issuer: string): string | null {
  if (fields.has('domainClaim')) return fields.text('domainClaim');
  return issuer === google ? 'hd' : null;
}

function readWorkspace(fields: Fields): ProviderWorkspace {
  const workspace = {
    workspaceId: fields.text('workspace'),
    claim: fields.text('claim', 'groups'),
    roles: fields.has('roles')
      ? fields.objects('roles').map((entry) => {
          const read = { value: entry.text('value'), grant: readGrant(entry) };
          entry.refuseOthers();
          return read;
        })
      : [],
    otherwise: fields.has('otherwise')
      ? { role: fields.oneOf('otherwise', roles), domainNames: null }
      : null,
  };
  fields.refuseOthers();
  return workspace;
}

function readGrant(fields: Fields): Grant {
  const role = fields.oneOf('role', roles);
  if (!fields.has('domains')) return { role, domainNames: null };
  if (!limitableRoles.includes(role)) {
    throw fields.problem('domains', `is for the roles ${limitableRoles.join(' and ')}`);
  }
  return { role, domainNames: readDomains(fields, 'domains') };
}

function readDomains(fields: Fields, field: string): readonly string[] {
  return fields.texts(field).map((text) => {
    const name = normaliseDomainName(text);
    if (name === null) throw fields.problem(field, `has "${text}", which is no domain name`);
    return name;
  });
}

function requireOnce(field: string, values: readonly string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw problem(`has the ${field} "${twice}" more than once`);
}

function problem(what: string): ConfigError {
  return new ConfigError(`${setting}: providers ${what}.`);
}
