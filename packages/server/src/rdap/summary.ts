/**
 * What people want to know of an RDAP answer (RFC 9083), whichever server gave it. Nothing in it is
 * trusted: what has another form than the standard says is left out, and every text is bounded.
 */
import { printable } from '../base/printable.ts';

export interface DomainSummary {
  readonly name: string;
  readonly registrar: string | null;
  /** The owner, where that is public. */
  readonly registrant: string | null;
  readonly registeredAt: string | null;
  readonly expiresAt: string | null;
  readonly changedAt: string | null;
  readonly transferredAt: string | null;
  readonly statuses: readonly string[];
  readonly nameservers: readonly string[];
  /** Null when the answer does not say. */
  readonly isSigned: boolean | null;
}

const textLengthMax = 255;
const itemsMax = 20;
const entityDepthMax = 3;

type Members = Readonly<Record<string, unknown>>;

/** Null for an answer that is not about this domain. */
export function summariseRdap(answer: unknown, name: string): DomainSummary | null {
  const domain = membersOf(answer);
  if (textOf(domain.ldhName)?.toLowerCase().replace(/\.$/, '') !== name) return null;
  const dates = new Map(
    listOf(domain.events).map((event) => {
      const { eventAction, eventDate } = membersOf(event);
      return [textOf(eventAction), dateOf(eventDate)];
    }),
  );
  const date = (action: string) => dates.get(action) ?? null;
  const entities = entitiesOf(domain);
  const { delegationSigned } = membersOf(domain.secureDNS);
  return {
    name,
    registrar: nameOf(entities, 'registrar'),
    registrant: nameOf(entities, 'registrant'),
    registeredAt: date('registration'),
    expiresAt: date('expiration') ?? date('registrar expiration'),
    changedAt: date('last changed'),
    transferredAt: date('transfer'),
    statuses: listOf(domain.status).flatMap((status) => textOf(status) ?? []),
    nameservers: listOf(domain.nameservers).flatMap((host) => {
      const text = textOf(membersOf(host).ldhName);
      return text === null ? [] : [text.toLowerCase()];
    }),
    isSigned: typeof delegationSigned === 'boolean' ? delegationSigned : null,
  };
}

/** With those inside of them, as the contacts of a registrar. */
function entitiesOf(object: Members, depth = 0): readonly Members[] {
  if (depth === entityDepthMax) return [];
  const entities = listOf(object.entities).map(membersOf);
  return [...entities, ...entities.flatMap((entity) => entitiesOf(entity, depth + 1))];
}

/** The organisation or name of the first with the role that has one. */
function nameOf(entities: readonly Members[], role: string): string | null {
  for (const { roles, vcardArray } of entities) {
    if (!listOf(roles).includes(role)) continue;
    const properties = listOf(listOf(vcardArray)[1]).map(listOf);
    const propertyOf = (name: string) => {
      const value = properties.find(([property]) => property === name)?.[3];
      return textOf(Array.isArray(value) ? value[0] : value);
    };
    const found = propertyOf('org') ?? propertyOf('fn');
    if (found !== null) return found;
  }
  return null;
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, itemsMax) : [];
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = printable(value.slice(0, textLengthMax)).trim();
  return text === '' ? null : text;
}

function dateOf(value: unknown): string | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
