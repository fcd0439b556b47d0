/** Which codec reads a command and which method of the backend answers it. */

import { checkContacts } from '../codecs/check-contacts.ts';
import { checkDomains } from '../codecs/check-domains.ts';
import { checkHosts } from '../codecs/check-hosts.ts';
import type { CommandBody, CommandCodec, ResultBody } from '../codecs/command-codec.ts';
import { createContact } from '../codecs/create-contact.ts';
import { createDomain } from '../codecs/create-domain.ts';
import { createHost } from '../codecs/create-host.ts';
import { deleteContact } from '../codecs/delete-contact.ts';
import { deleteDomain } from '../codecs/delete-domain.ts';
import { infoContact } from '../codecs/info-contact.ts';
import { infoDomain } from '../codecs/info-domain.ts';
import { infoHost } from '../codecs/info-host.ts';
import { acknowledgeMessage, pollMessage } from '../codecs/poll.ts';
import { renewDomain } from '../codecs/renew-domain.ts';
import { transferDomain } from '../codecs/transfer-domain.ts';
import { updateContact } from '../codecs/update-contact.ts';
import { updateDomain } from '../codecs/update-domain.ts';
import { updateHost } from '../codecs/update-host.ts';
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
