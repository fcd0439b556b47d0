/** `/confirm-registrant/{token}`: the registrant of domains confirms their address. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { html } from '../http/pages/html.ts';
import { visitorPage, visitorPages } from '../http/pages/visitor-pages.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import {
  confirmRegistrantAddress,
  readRegistrantLink,
} from '../operations/contacts/confirm-registrant.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import type { Throttle } from '../users/throttle.ts';

export interface RegistrantParts {
  readonly database: HostmasterDatabase;
  readonly links: NoticeLinks;
  readonly log: Logger;
  readonly throttle: Throttle;
  calendarNow(reader: HostmasterReader): Promise<number>;
}

const path = '/confirm-registrant/:token';
/** The form has no fields. */
const bodyBytesMax = 1_024;

export function registerRegistrantPage(
  app: FastifyInstance,
  parts: RegistrantParts,
): Promise<void> {
  const { database, throttle } = parts;
  return visitorPages(app, parts, (scope) => {
    scope.get(path, async (request, reply) => {
      throttle.tryLink(request.ip);
      const { address, confirmedAt } = await readRegistrantLink(database, tokenOf(request));
      throttle.rightLink(request.ip);
      return reply.send(confirmedAt === null ? questionPage(address) : confirmedPage());
    });
    scope.post(path, { bodyLimit: bodyBytesMax }, async (request, reply) => {
      throttle.tryLink(request.ip);
      await confirmRegistrantAddress(parts, tokenOf(request));
      throttle.rightLink(request.ip);
      return reply.send(confirmedPage());
    });
  });
}

function tokenOf(request: FastifyRequest): string {
  const { token = '' } = request.params as Readonly<Record<string, string>>;
  return token;
}

/** Programs that open every link of a mail confirm nothing: it takes the button. */
function questionPage(address: string): string {
  return visitorPage(
    'Confirm your email address',
    html`<p class="lead">${address} is on record as the address of a domain owner. Confirm that you receive email there.</p>
<form class="card form" method="post">
<button>Confirm address</button>
</form>`,
  );
}

function confirmedPage(): string {
  return visitorPage(
    'Address confirmed',
    html`<p>Thank you. Your address is confirmed, and you can close this page.</p>`,
  );
}
