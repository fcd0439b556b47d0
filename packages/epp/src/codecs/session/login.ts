/** <login> and <logout>, RFC 5730 section 2.9.1, with login security where both sides have it. */

import { compact } from '../../compact.ts';
import { epp, loginSec } from '../../vocabularies.ts';
import { clientIdentifier, loginPassword, oneOf } from '../../xml/schema-values.ts';
import { type CommandCodec, resultBody } from '../command-codec.ts';
import { type EmptyResult, emptyResult, emptyResultCodec } from '../empty-result.ts';
import { decodeServices, encodeServices, languageTag, type Services } from './greeting.ts';
import {
  decodeLoginSecurity,
  encodeLoginEvents,
  encodeLoginSecurity,
  type LoginEvent,
  readLoginEvents,
  type UserAgent,
} from './login-security.ts';

export interface LoginRequest {
  readonly clientId: string;
  readonly password: string;
  readonly newPassword?: string;
  readonly version: string;
  readonly language: string;
  readonly services: Services;
  /** Sent where the services include login security. */
  readonly userAgent?: UserAgent;
}

export interface LoginResult {
  readonly events: readonly LoginEvent[];
}

export const login: CommandCodec<LoginRequest, LoginResult> = {
  type: 'login',
  verb: 'login',
  encodeRequest(request) {
    const { plain, extension } = request.services.extensionUris.includes(loginSec.uri)
      ? encodeLoginSecurity(request, request.userAgent)
      : { plain: request, extension: undefined };
    const command = epp.element(
      'login',
      {},
      epp.leaf('clID', clientIdentifier('clientId', request.clientId)),
      epp.leaf('pw', loginPassword('password', plain.password)),
      epp.optionalLeaf('newPW', plain.newPassword, (text) => loginPassword('newPassword', text)),
      epp.element(
        'options',
        {},
        epp.leaf('version', oneOf('version', request.version, ['1.0'])),
        epp.leaf('lang', languageTag('language', request.language)),
      ),
      epp.element('svcs', {}, encodeServices(request.services)),
    );
    return { command, extensions: extension === undefined ? [] : [extension] };
  },
  decodeRequest({ command, extensions }) {
    const options = epp.requiredChild(command, 'options');
    return compact({
      clientId: epp.token(command, 'clID'),
      ...decodeLoginSecurity(
        { password: epp.token(command, 'pw'), newPassword: epp.optionalToken(command, 'newPW') },
        extensions,
      ),
      version: epp.token(options, 'version'),
      language: epp.token(options, 'lang'),
      services: decodeServices(epp.requiredChild(command, 'svcs')),
    });
  },
  encodeResult: ({ events }) => resultBody([], [encodeLoginEvents(events)]),
  decodeResult: ({ extensions }) => ({ events: readLoginEvents(extensions) }),
};

export const logout: CommandCodec<EmptyResult, EmptyResult> = {
  type: 'logout',
  verb: 'logout',
  encodeRequest: () => ({ command: epp.element('logout', {}), extensions: [] }),
  decodeRequest: () => ({}),
  ...emptyResultCodec,
  encodeResult: () => ({ ...emptyResult, code: 1500 }),
};
