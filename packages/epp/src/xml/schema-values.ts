/**
 * The simple types of the EPP schemas, checked before the write. White space is collapsed in tokens
 * and replaced in normalized strings, as XML Schema says; a secret that this would change is
 * refused. Each check takes the field name first, for the error.
 */

import { isIP, isIPv6 } from 'node:net';
import { EppSyntaxError, EppValueError } from '../errors.ts';
import { collapse, textOf, tokenOf, type XmlElement } from './xml-element.ts';

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export function token(field: string, value: string, bounds: Bounds = {}): string {
  return withinBounds(field, collapse(value), bounds);
}

export function normalizedString(field: string, value: string, bounds: Bounds = {}): string {
  return withinBounds(field, value.replace(/[\t\n\r]/g, ' '), bounds);
}

/** eppcom:labelType: domain and host names. */
export function label(field: string, value: string): string {
  return token(field, value, { min: 1, max: 255 });
}

/** eppcom:clIDType: registrars and contacts. */
export function clientIdentifier(field: string, value: string): string {
  return token(field, value, { min: 3, max: 16 });
}

/** epp:trIDStringType, which must come back exactly as it was sent. */
export function transactionId(field: string, value: string): string {
  return unchanged(field, value, token(field, value, { min: 3, max: 64 }));
}

/** epp:pwType. Shorter and longer limits than RFC 5730's 6 to 16 are in use; 64 covers those we know. */
export function loginPassword(field: string, value: string): string {
  return secret(field, value, { min: 6, max: 64 });
}

/** A token that white space would change is refused, because the peer would read another secret. */
export function secret(field: string, value: string, bounds: Bounds): string {
  return unchanged(field, value, token(field, value, bounds));
}

/** eppcom:pwAuthInfoType. */
export function authInfoPassword(field: string, value: string): string {
  return unchanged(field, value, normalizedString(field, value));
}

/** eppcom:roidType, without the letters outside ASCII that it also allows. */
export function roid(value: string): string {
  return matching('roid', value, /^[A-Za-z0-9_]{1,80}-[A-Za-z0-9]{1,8}$/);
}

export function required<T>(field: string, value: T | undefined): T {
  if (value === undefined) fail(field, 'is required');
  return value;
}

export function matching(field: string, value: string, pattern: RegExp): string {
  if (!pattern.test(value)) fail(field, `must match ${pattern.source}`);
  return value;
}

export function oneOf<T extends string>(field: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) fail(field, `must be one of ${allowed.join(', ')}`);
  return found;
}

export function listOf<T>(field: string, items: readonly T[], bounds: Bounds): readonly T[] {
  const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
  if (items.length < min || items.length > max) fail(field, `needs ${min} to ${max} entries`);
  return items;
}

export function integer(field: string, value: number, range: { min: number; max: number }): string {
  if (!Number.isInteger(value) || value < range.min || value > range.max) {
    fail(field, `must be a whole number from ${range.min} to ${range.max}`);
  }
  return String(value);
}

export function ipAddress(field: string, value: string): { text: string; family: 'v4' | 'v6' } {
  // A zone index is valid for the operating system and meaningless to a registry.
  if (isIP(value) === 0 || value.includes('%')) fail(field, 'must be an IPv4 or IPv6 address');
  // host:addrStringType rules out `::`, which is not usable as a nameserver address.
  return { text: token(field, value, { min: 3, max: 45 }), family: isIPv6(value) ? 'v6' : 'v4' };
}

export function dateTime(field: string, value: Date): string {
  const year = value.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999)
    fail(field, 'must be a date of years 1 to 9999');
  return value.toISOString();
}

/** xs:date, as `YYYY-MM-DD` of a day that exists. */
export function calendarDate(field: string, value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000') || !dayExists(value)) {
    fail(field, 'must be a calendar date like 2030-01-31');
  }
  return value;
}

/** Amounts stay decimal strings, because binary floats are not exact. */
export function decimal(field: string, value: string, sign: 'any' | '+' | '-' = 'any'): string {
  if (!/^-?\d{1,18}(\.\d{1,18})?$/.test(value)) fail(field, 'must be a decimal number like 12.50');
  const negative = value.startsWith('-') && /[1-9]/.test(value);
  const positive = !value.startsWith('-') && /[1-9]/.test(value);
  if (sign === '+' && negative) fail(field, 'must not be negative');
  if (sign === '-' && positive) fail(field, 'must not be positive');
  return value;
}

export function booleanText(value: boolean): string {
  return value ? '1' : '0';
}

const dateTimePattern =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:T(?<time>\d{2}:\d{2}:\d{2}(?:\.\d+)?))?(?<zone>Z|[+-]\d{2}:\d{2})?$/;

/** RFC 5730 wants UTC with `Z`; a missing zone is read as UTC, a missing time as midnight. */
export function readDateTime(element: XmlElement): Date {
  return parseDateTime(`<${element.name}>`, tokenOf(element));
}

/** The same of an attribute. */
export function parseDateTime(what: string, text: string): Date {
  const { day, time = '00:00:00', zone = 'Z' } = dateTimePattern.exec(text.trim())?.groups ?? {};
  const parsed = new Date(`${day}T${time}${zone}`);
  if (day === undefined || !dayExists(day) || Number.isNaN(parsed.getTime())) {
    throw new EppSyntaxError(`${what} is not a date and time`, 2005);
  }
  return parsed;
}

/** `what` says in the error what the text should have been. */
export function readOneOf<T extends string>(
  text: string | undefined,
  allowed: readonly T[],
  what: string,
): T {
  const value = collapse(text ?? '');
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new EppSyntaxError(`"${value}" is not ${what}`, 2005);
  return found;
}

export function readBoolean(text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined) return otherwise;
  const value = collapse(text);
  if (value === '1' || value === 'true') return true;
  if (value === '0' || value === 'false') return false;
  throw new EppSyntaxError(`"${value}" is not a boolean`, 2005);
}

export function readInteger(element: XmlElement): number {
  const text = tokenOf(element);
  if (!/^\+?\d{1,15}$/.test(text)) {
    throw new EppSyntaxError(`<${element.name}> is not a whole number`, 2005);
  }
  return Number(text);
}

export function readDecimal(element: XmlElement): string {
  const text = tokenOf(element);
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) {
    throw new EppSyntaxError(`<${element.name}> is not a decimal number`, 2005);
  }
  return canonicalDecimal(text);
}

export function readNormalizedString(element: XmlElement): string {
  return textOf(element).replace(/[\t\n\r]/g, ' ');
}

/** XML Schema also allows `+5`, `5.` and `.5`. */
function canonicalDecimal(text: string): string {
  return text
    .replace(/^\+/, '')
    .replace(/\.$/, '')
    .replace(/^(-?)\./, '$10.');
}

/** JavaScript reads February 30 as March 2; a registry would not. */
function dayExists(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}

function withinBounds(field: string, value: string, bounds: Bounds): string {
  const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
  // XML Schema counts characters, not UTF-16 units.
  const length = [...value].length;
  if (length < min) fail(field, `needs at least ${min} characters`);
  if (length > max) fail(field, `must not exceed ${max} characters`);
  return value;
}

function unchanged(field: string, before: string, after: string): string {
  if (before !== after) fail(field, 'has white space that XML would change');
  return after;
}

function fail(field: string, problem: string): never {
  throw new EppValueError({ field, problem });
}
