/**
 * The login security extension, RFC 8807: passwords longer than 16 characters, the name of the
 * client's software, and what the server says about password, certificate and connection.
 */

import { compact, whenDefined } from '../../compact.ts';
import { EppSyntaxError, unlessMalformed } from '../../errors.ts';
import { loginSec } from '../../vocabularies.ts';
import {
  dateTime,
  listOf,
  matching,
  oneOf,
  parseDateTime,
  secret,
  token,
} from '../../xml/schema-values.ts';
import { collapse, tokenOf, type XmlElement } from '../../xml/xml-element.ts';

/** What stands in <pw> and <newPW> when the password itself is in the extension. */
const placeholder = '[LOGIN-SECURITY]';
/** The longest password of RFC 5730. */
const plainPasswordMax = 16;

const eventTypes = ['password', 'certificate', 'cipher', 'tlsProtocol', 'newPW', 'stat', 'custom'];

/** At least one of the three. */
export interface UserAgent {
  readonly app?: string;
  readonly tech?: string;
  readonly os?: string;
}

export interface LoginEvent {
  /** Such as `password`, `certificate`, `cipher` or `tlsProtocol`. */
  readonly type: string;
  readonly level: 'warning' | 'error';
  /** Name of statistics and of a registry's own events. */
  readonly name?: string;
  /** When a warning becomes an error: the end of a password or certificate. */
  readonly expiresAt?: Date;
  readonly value?: string;
  /** As XML Schema writes it, such as `P1D`. */
  readonly duration?: string;
  readonly text: string;
}

export interface LoginSecrets {
  readonly password: string;
  readonly newPassword?: string | undefined;
}

/** What the plain elements of the login carry, and the extension; undefined where it is not needed. */
export function encodeLoginSecurity(
  secrets: LoginSecrets,
  userAgent: UserAgent | undefined,
): { readonly plain: LoginSecrets; readonly extension: XmlElement | undefined } {
  const isLong = (password: string | undefined) => [...(password ?? '')].length > plainPasswordMax;
  const long = (name: string, field: string, password: string | undefined) =>
    isLong(password)
      ? loginSec.optionalLeaf(name, password, (text) => secret(field, text, { min: 6 }))
      : undefined;
  const plain = (password: string) => (isLong(password) ? placeholder : password);
  const extension = loginSec.element(
    'loginSec',
    {},
    whenDefined(userAgent, encodeUserAgent),
    long('pw', 'password', secrets.password),
    long('newPW', 'newPassword', secrets.newPassword),
  );
  return {
    plain: {
      password: plain(secrets.password),
      newPassword: whenDefined(secrets.newPassword, plain),
    },
    extension: extension.children.length === 0 ? undefined : extension,
  };
}

export function decodeLoginSecurity(
  plain: LoginSecrets,
  extensions: readonly XmlElement[],
): LoginSecrets & { readonly userAgent: UserAgent | undefined } {
  const element = loginSec.find(extensions, 'loginSec');
  const real = (name: string, password: string) => {
    if (password !== placeholder) return password;
    if (element === undefined) throw new EppSyntaxError(`${name} is only a placeholder`, 2003);
    return loginSec.token(element, name);
  };
  const userAgent = element && loginSec.child(element, 'userAgent');
  return {
    password: real('pw', plain.password),
    newPassword: whenDefined(plain.newPassword, (password) => real('newPW', password)),
    userAgent: whenDefined(userAgent, (found) =>
      compact({
        app: loginSec.optionalToken(found, 'app'),
        tech: loginSec.optionalToken(found, 'tech'),
        os: loginSec.optionalToken(found, 'os'),
      }),
    ),
  };
}

export function encodeLoginEvents(events: readonly LoginEvent[]): XmlElement | undefined {
  if (events.length === 0) return undefined;
  const elements = events.map((event) =>
    loginSec.element(
      'event',
      {
        type: oneOf('event.type', event.type, eventTypes),
        name: whenDefined(event.name, (name) => token('event.name', name)),
        level: event.level,
        exDate: whenDefined(event.expiresAt, (at) => dateTime('event.expiresAt', at)),
        value: whenDefined(event.value, (value) => token('event.value', value)),
        duration: whenDefined(event.duration, (text) =>
          matching(
            'event.duration',
            text,
            /^P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/,
          ),
        ),
      },
      token('event.text', event.text),
    ),
  );
  return loginSec.element('loginSecData', {}, elements);
}

/** Events of the reply to a login, accepted or refused. An attribute that cannot be read is left out. */
export function readLoginEvents(extensions: readonly XmlElement[]): readonly LoginEvent[] {
  const data = loginSec.find(extensions, 'loginSecData');
  if (data === undefined) return [];
  return loginSec.children(data, 'event').map((element) => {
    const { type, name, level, exDate, value, duration } = element.attributes;
    return compact({
      type: collapse(type ?? 'custom'),
      level: collapse(level ?? '') === 'error' ? ('error' as const) : ('warning' as const),
      name: whenDefined(name, collapse),
      expiresAt: unlessMalformed(() =>
        whenDefined(exDate, (text) => parseDateTime('exDate', text)),
      ),
      value: whenDefined(value, collapse),
      duration: whenDefined(duration, collapse),
      text: tokenOf(element),
    });
  });
}

function encodeUserAgent({ app, tech, os }: UserAgent): XmlElement {
  const part = (name: string, value: string | undefined) =>
    loginSec.optionalLeaf(name, value, (text) => token(`userAgent.${name}`, text));
  const parts = [part('app', app), part('tech', tech), part('os', os)];
  const present = parts.filter((element) => element !== undefined);
  return loginSec.element('userAgent', {}, listOf('userAgent', present, { min: 1 }));
}
