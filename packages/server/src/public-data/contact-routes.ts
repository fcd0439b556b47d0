/** `/contact-domain/{name}`: strangers write to the owner of a domain, whom they do not see. */
import { hash } from 'node:crypto';
import { minuteMs, secondMs } from '@hostmaster/contract/durations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { networkOf } from '../base/addresses/network-of.ts';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import { TokenBuckets } from '../base/fairness/token-buckets.ts';
import type { Limits } from '../base/limits.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { visitorPages } from '../http/pages/visitor-pages.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import { contactOwner } from '../operations/public-data/contact-owner.ts';
import { readPublicDomain } from '../operations/public-data/read-public-domain.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { formPage, sentPage } from './contact-page.ts';
import { FormTokens } from './form-tokens.ts';

export interface ContactParts {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly links: NoticeLinks;
  readonly log: Logger;
  readonly formKeys: () => readonly [Buffer, ...Buffer[]];
  readonly limits: Pick<Limits, 'contactFormSecondsMin'>;
  calendarNow(reader: HostmasterReader): Promise<number>;
}

/** The longest message in UTF-8, each byte escaped. */
const bodyBytesMax = 64 * 1024;
/** Messages of one network, and to one domain; then one each ten minutes. */
const messages = { burst: 5, everyMs: 10 * minuteMs, keysMax: 20_000 };
const networkBits = { v4: 32, v6: 64 };
const path = '/contact-domain/:name';

export async function registerContactForm(
  app: FastifyInstance,
  parts: ContactParts,
): Promise<void> {
  const { clock, limits } = parts;
  const earliestMs = limits.contactFormSecondsMin * secondMs;
  const form = {
    ...parts,
    tokens: new FormTokens(parts.formKeys, { clock, earliestMs }),
    byNetwork: new TokenBuckets(messages, clock),
    byDomain: new TokenBuckets(messages, clock),
  };
  await visitorPages(app, parts, (scope) => {
    scope.get(path, async (request, reply) => {
      const name = await requireDomain(form, request);
      return reply.send(formPage({ name, token: form.tokens.issue(name) }));
    });
    scope.post(path, { bodyLimit: bodyBytesMax }, (request, reply) => take(form, request, reply));
  });
}

interface Form extends ContactParts {
  readonly tokens: FormTokens;
  readonly byNetwork: TokenBuckets;
  readonly byDomain: TokenBuckets;
}

async function take(form: Form, request: FastifyRequest, reply: FastifyReply) {
  const name = await requireDomain(form, request);
  const { body } = request;
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams();
  const field = (key: string) => fields.get(key) ?? '';
  const [email, message, token] = [field('email').trim(), field('message'), field('token')];
  const again = (problem: string, next: string) =>
    reply.code(400).send(formPage({ name, token: next, email, message, problem }));
  const checked = form.tokens.check(name, token);
  if (checked.kind === 'early') {
    return again('That was very fast. Please wait a few seconds and send it again.', token);
  }
  if (checked.kind === 'unknown') {
    return again('The form has expired. Please send it again.', form.tokens.issue(name));
  }
  const place = { name, network: networkOf(request.ip, networkBits) };
  takePlace(form, place);
  try {
    const id = `${checked.id}:${hash('sha256', `${email}\n${message}`, 'base64url')}`;
    await contactOwner({ id, name, sender: email, text: message }, form);
  } catch (error) {
    // What is not sent takes no place.
    form.byNetwork.giveBack(place.network);
    form.byDomain.giveBack(place.name);
    if (!(error instanceof Refusal) || error.code !== 'invalid_request') throw error;
    return again(`${problemOf(error)} Please change it and send it again.`, token);
  }
  return reply.send(sentPage(name));
}

function problemOf({ fields }: Refusal): string {
  const [field] = fields;
  const label = field?.path === 'email' ? 'Your email address' : 'The message';
  return `${label} ${field?.message ?? 'is not valid'}.`;
}

function takePlace(
  { byNetwork, byDomain }: Form,
  { name, network }: { readonly name: string; readonly network: string },
): void {
  const waitMs = Math.max(byNetwork.waitMs(network), byDomain.waitMs(name));
  if (waitMs > 0) {
    throw new Refusal('rate_limited', 'Too many messages. Please try again later.', {
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    });
  }
  byNetwork.take(network);
  byDomain.take(name);
}

async function requireDomain({ database }: Form, request: FastifyRequest): Promise<string> {
  const { name: text = '' } = request.params as Readonly<Record<string, string>>;
  const name = normaliseDomainName(text);
  const facts = name === null ? null : await readPublicDomain(database, name);
  if (facts === null) {
    throw new Refusal('domain_not_found', 'This domain is not registered here.');
  }
  return facts.name;
}
