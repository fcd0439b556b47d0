/**
 * `/oidc/{provider}/start`, `/callback` and `/logout`: where browsers leave for an identity provider and
 * come back, and where providers end sessions. Errors are pages with a way back.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import { html } from '../../http/pages/html.ts';
import { visitorPages } from '../../http/pages/visitor-pages.ts';
import { endProviderSessions } from '../../operations/people/providers/end-provider-sessions.ts';
import {
  confirmIdentity,
  linkIdentity,
  personOf,
} from '../../operations/people/providers/manage-identities.ts';
import {
  beginAttempt,
  type FinishedAttempt,
  finishAttempt,
} from '../../operations/people/providers/provider-attempt.ts';
import { signInByIdentity } from '../../operations/people/providers/provider-sign-in.ts';
import type { PasswordAttempt } from '../../users/throttle.ts';
import { createDashboardAuthenticator, signedOut } from '../dashboard-authentication.ts';
import type { DashboardRequest, DashboardServices } from '../dashboard-handler.ts';
import { createVisitorRequest } from '../dashboard-request.ts';
import { readCookie } from '../session-cookie.ts';

/** A logout token has some hundreds of bytes. */
const bodyBytesMax = 16_384;
const home = '/dashboard';

export async function registerProviderRoutes(
  app: FastifyInstance,
  services: DashboardServices,
  log: Logger,
): Promise<void> {
  if (services.identityProviders.length === 0) return;
  const authenticator = createDashboardAuthenticator(services);
  const visitor = async (request: FastifyRequest, reply: FastifyReply) => {
    const identity = await authenticator.authenticate(request, reply, {
      access: 'anyone',
      method: 'GET',
    });
    return createVisitorRequest({ request, reply, identity, services }, services.clock.now());
  };
  const page = {
    links: services,
    log,
    titles: {
      401: 'Sign-in not confirmed',
      403: 'You are not signed in',
      404: 'No such way to sign in',
      409: 'Not linked',
      429: 'Too many attempts',
      503: 'Sign-in is not available',
    },
    back: html`<p><a href="/dashboard/sign-in">Back to sign-in</a></p>`,
  };
  await visitorPages(app, page, (scope) => {
    scope.get('/oidc/:provider/start', async (request, reply) => {
      const call = await visitor(request, reply);
      services.throttle.askForLogin(call.address);
      const wanted = { provider: providerOf(request), purpose: 'sign-in', returnTo: home } as const;
      const { url, sealed } = await beginAttempt(call, wanted);
      call.setAttempt(sealed);
      return reply.redirect(url, 303);
    });
    scope.get('/oidc/:provider/callback', async (request, reply) => {
      const call = await visitor(request, reply);
      services.throttle.tryLink(call.address);
      const done = await finishAttempt(call, {
        provider: providerOf(request),
        answer: new URL(request.url, services.publicUrl).searchParams,
        sealed: readCookie(request, services.isSecure, 'attempt'),
      });
      const attempt = attemptOf(call, done);
      services.throttle.countCode(attempt);
      const next = await proceed(call, done);
      services.throttle.recordCode(attempt);
      services.throttle.rightLink(call.address);
      call.setAttempt(null);
      return reply.redirect(next, 303);
    });
    scope.post('/oidc/:provider/logout', { bodyLimit: bodyBytesMax }, async (request, reply) => {
      const call = await visitor(request, reply);
      const token = (request.body as URLSearchParams | undefined)?.get('logout_token') ?? '';
      reply.type('application/json; charset=utf-8');
      try {
        await endProviderSessions(call, { provider: providerOf(request), token });
        return reply.send('{}');
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'provider_answer_invalid') throw error;
        return reply.code(400).send('{"error":"invalid_request"}');
      }
    });
  });
}

/** A person at a provider who is refused here is counted as an account is, from all addresses. */
function attemptOf(
  { address }: DashboardRequest,
  { provider, claims }: FinishedAttempt,
): PasswordAttempt {
  const account = `${provider.issuer} ${claims.subject}`;
  return { address, account, isFamiliar: false };
}

/** Where the browser goes next. */
async function proceed(call: DashboardRequest, done: FinishedAttempt): Promise<string> {
  const { purpose, returnTo } = done.attempt;
  if (purpose === 'sign-in') {
    const step = await signInByIdentity(call, done);
    if ('ticket' in step) {
      const { ticket, methods, recoveryDueAt: due } = step;
      const recovery = due === null ? {} : { recoveryDueAt: isoTime(due) };
      const next = new URLSearchParams({ ticket, methods: methods.join(','), ...recovery });
      return `${home}/sign-in#${next}`;
    }
    call.setCookie(step.cookieValue, true);
    call.setDevice(step.deviceValue);
    return returnTo;
  }
  const person = personOf(call, done);
  if (person === null) throw signedOut();
  await (purpose === 'link' ? linkIdentity(person, done) : confirmIdentity(person, done));
  return returnTo;
}

function providerOf(request: FastifyRequest): string {
  return (request.params as { readonly provider: string }).provider;
}
