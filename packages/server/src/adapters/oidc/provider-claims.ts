/** The claims of an ID token, each with its form: a provider may leave out or change any of them. */
import type { ProviderClaims } from '../../users/identity-provider.ts';

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

const textLengthMax = 500;
const valuesMax = 1_000;
/** One address without quoting, so that its domain is what follows the only `@`. */
const addressForm = /^[^\s@"<>(),;:\\]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const addressLengthMax = 254;

export function claimsOf(claims: Claims): ProviderClaims {
  const authTime = claims.auth_time;
  return {
    subject: claims.sub,
    email: addressOf(claims.email),
    isEmailUnverified: claims.email_verified === false || claims.email_verified === 'false',
    name: textOf(claims.name),
    session: textOf(claims.sid),
    authenticatedAt: typeof authTime === 'number' ? authTime * 1_000 : null,
    methods: textsOf(claims.amr),
    values: (claim) => textsOf(valueAt(claims, claim)),
  };
}

/** `realm_access.roles` is a member of a claim, unless a claim has that very name. */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((found, part) => {
    const isObject = typeof found === 'object' && found !== null && Object.hasOwn(found, part);
    return isObject ? (found as Record<string, unknown>)[part] : undefined;
  }, claims);
}

function addressOf(value: unknown): string | null {
  const address = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return address.length <= addressLengthMax && addressForm.test(address) ? address : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= textLengthMax ? value : null;
}

function textsOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.slice(0, valuesMax).filter((each) => typeof each === 'string');
}
