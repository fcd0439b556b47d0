/** <login> and <logout>, RFC 5730 section 2.9.1. */

import { compact } from '../compact.ts';
import { epp } from '../vocabularies.ts';
import { clientIdentifier, loginPassword, oneOf } from '../xml/schema-values.ts';
import type { CommandCodec } from './command-codec.ts';
import { type EmptyResult, emptyResult, emptyResultCodec } from './empty-result.ts';
import { decodeServices, encodeServices, languageTag, type Services } from './greeting.ts';

export interface LoginRequest {
  readonly clientId: string;
  readonly password: string;
  readonly newPassword?: string;
  readonly version: string;
  readonly language: string;
  readonly services: Services;
}

export const login: CommandCodec<LoginRequest, EmptyResult> = {
  type: 'login',
  verb: 'login',
  encodeRequest(request) {
    const { newPassword } = request;
    const command = epp.element(
      'login',
      {},
      epp.leaf('clID', clientIdentifier('clientId', request.clientId)),
      epp.leaf('pw', loginPassword('password', request.password)),
      epp.optionalLeaf('newPW', newPassword, (text) => loginPassword('newPassword', text)),
      epp.element(
        'options',
        {},
        epp.leaf('version', oneOf('version', request.version, ['1.0'])),
        epp.leaf('lang', languageTag('language', request.language)),
      ),
      epp.element('svcs', {}, encodeServices(request.services)),
    );
    return { command, extensions: [] };
  },
  decodeRequest({ command }) {
    const options = epp.requiredChild(command, 'options');
    return compact({
      clientId: epp.token(command, 'clID'),
      password: epp.token(command, 'pw'),
      newPassword: epp.optionalToken(command, 'newPW'),
      version: epp.token(options, 'version'),
      language: epp.token(options, 'lang'),
      services: decodeServices(epp.requiredChild(command, 'svcs')),
    });
  },
  ...emptyResultCodec,
};

export const logout: CommandCodec<EmptyResult, EmptyResult> = {
  type: 'logout',
  verb: 'logout',
  encodeRequest: () => ({ command: epp.element('logout', {}), extensions: [] }),
  decodeRequest: () => ({}),
  ...emptyResultCodec,
  encodeResult: () => ({ ...emptyResult, code: 1500 }),
};
