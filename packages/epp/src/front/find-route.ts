/** Which codec reads a command and which method of the backend answers it. */

import type { CommandBody, CommandCodec, ResultBody } from '../codecs/command-codec.ts';
import { checkContacts } from '../codecs/contact/contact-check.ts';
import { createContact } from '../codecs/contact/contact-create.ts';
import { deleteContact } from '../codecs/contact/contact-delete.ts';
import { infoContact } from '../codecs/contact/contact-info.ts';
import { updateContact } from '../codecs/contact/contact-update.ts';
import { checkDomains } from '../codecs/domain/domain-check.ts';
import { createDomain } from '../codecs/domain/domain-create.ts';
import { deleteDomain } from '../codecs/domain/domain-delete.ts';
import { infoDomain } from '../codecs/domain/domain-info.ts';
import { renewDomain } from '../codecs/domain/domain-renew.ts';
import { transferDomain } from '../codecs/domain/domain-transfer.ts';
import { updateDomain } from '../codecs/domain/domain-update.ts';
import { checkHosts } from '../codecs/host/host-check.ts';
import { createHost } from '../codecs/host/host-create.ts';
import { infoHost } from '../codecs/host/host-info.ts';
import { updateHost } from '../codecs/host/host-update.ts';
import { acknowledgeMessage, pollMessage } from '../codecs/session/poll.ts';
import { compact } from '../compact.ts';
import { EppSyntaxError, EppValueError } from '../errors.ts';
import { childElements, collapse } from '../xml/xml-element.ts';
import type { Answer, CommandContext, EppBackend } from './epp-backend.ts';

export interface Route {
  readonly type: string;
  readonly verb: string;
  readonly objectUri?: string;
  /** Decodes at once, so that a malformed request is refused before the backend is called. */
  prepare(body: CommandBody, backend: EppBackend): (context: CommandContext) => Promise<ResultBody>;
}

/** Throws EppSyntaxError with the code RFC 5730 gives for what is not offered. */
export function findRoute({ command }: CommandBody): Route {
  if (command.name === 'poll') {
    const type = `poll:${collapse(command.attributes.op ?? '')}`;
    const route = routes.find((candidate) => candidate.type === type);
    if (route === undefined) throw new EppSyntaxError(`${type} is not an operation`, 2005);
    return route;
  }
  const sameVerb = routes.filter((route) => route.verb === command.name);
  if (sameVerb.length === 0) {
    throw new EppSyntaxError(`<${command.name}> is not offered`, 2000);
  }
  const object = childElements(command)[0];
  const uri = object?.uri;
  const route = sameVerb.find((candidate) => candidate.objectUri === uri);
  if (route !== undefined) {
    if (object?.name === command.name) return route;
    throw new EppSyntaxError(`<${command.name}> holds <${object?.name}>`);
  }
  const known = routes.some((candidate) => candidate.objectUri === uri);
  throw new EppSyntaxError(`<${command.name}> of ${uri} is not offered`, known ? 2101 : 2307);
}

const routes: readonly Route[] = [
  route(checkDomains, (backend) => backend.checkDomains),
  route(infoDomain, (backend) => backend.infoDomain),
  route(createDomain, (backend) => backend.createDomain),
  route(renewDomain, (backend) => backend.renewDomain),
  route(updateDomain, (backend) => backend.updateDomain),
  route(deleteDomain, (backend) => backend.deleteDomain),
  route(transferDomain, (backend) => backend.transferDomain),
  route(checkHosts, (backend) => backend.checkHosts),
  route(infoHost, (backend) => backend.infoHost),
  route(createHost, (backend) => backend.createHost),
  route(updateHost, (backend) => backend.updateHost),
  route(checkContacts, (backend) => backend.checkContacts),
  route(infoContact, (backend) => backend.infoContact),
  route(createContact, (backend) => backend.createContact),
  route(updateContact, (backend) => backend.updateContact),
  route(deleteContact, (backend) => backend.deleteContact),
  route(pollMessage, (backend) => backend.pollMessage),
  route(acknowledgeMessage, (backend) => backend.acknowledgeMessage),
];

function route<Request, Result>(
  codec: CommandCodec<Request, Result>,
  method: (
    backend: EppBackend,
  ) => (request: Request, context: CommandContext) => Promise<Answer<Result>>,
): Route {
  return {
    ...compact({ type: codec.type, verb: codec.verb, objectUri: codec.objectUri }),
    prepare(body, backend) {
      const request = codec.decodeRequest(body);
      refuseBadValues(() => codec.encodeRequest(request));
      return async (context) => {
        const answer = await method(backend).call(backend, request, context);
        const encoded = codec.encodeResult(answer.data);
        return compact({
          ...encoded,
          code: answer.pending === true ? 1001 : encoded.code,
          messageQueue: encoded.messageQueue ?? answer.messageQueue,
        });
      };
    },
  };
}

/** Writing a request checks every value against the schemas, which reading it does not. */
function refuseBadValues(encode: () => unknown): void {
  try {
    encode();
  } catch (error) {
    throw error instanceof EppValueError ? new EppSyntaxError(error.message, 2005) : error;
  }
}
