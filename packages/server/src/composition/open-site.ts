/** Everything that answers HTTP in a process with the role `api`: the API, the dashboard, the webhook. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { registerStripeWebhook } from '../adapters/stripe/stripe-webhook.ts';
import type { Config } from '../config/config.ts';
import { registerDashboardApi } from '../dashboard-api/dashboard-api.ts';
import type { DashboardServices } from '../dashboard-api/dashboard-handler.ts';
import {
  registerCommandLineLogin,
  registerCommandLineLogout,
} from '../dashboard-api/people/command-line-login-route.ts';
import { registerProviderRoutes } from '../dashboard-api/people/provider-routes.ts';
import { type DashboardPage, registerDashboardPage } from '../dashboard-page/dashboard-page.ts';
import { createApp } from '../http/app.ts';
import type { HttpMetrics } from '../metrics/metrics.ts';
import { WorkspaceLookUps } from '../operations/public-data/workspace-look-ups.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { registerPowerdnsApi } from '../powerdns-api/powerdns-api.ts';
import { registerContactForm } from '../public-data/contact-routes.ts';
import { rdapErrorForm, rdapHosts, rdapPrefix, registerRdap } from '../public-data/rdap-routes.ts';
import { registerRegistrantPage } from '../public-data/registrant-routes.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { PasswordHasher } from '../users/passwords.ts';
import { Throttle } from '../users/throttle.ts';
import { openIdentityProviders } from './open-identity-providers.ts';
import { calendarNow, hasMailbox, operationsOf, type Stores } from './open-stores.ts';
import { upstreamOf } from './resolvers.ts';

export interface SiteParts extends Stores {
  readonly log: Logger;
  readonly metrics: HttpMetrics;
  readonly payments: PaymentServices;
  readonly onKeyUse: (keyId: string, at: number) => void;
  /** How many zones each secondary lacks or has in an older version. */
  readonly zonesBehind: () => Promise<
    readonly { readonly secondary: string; readonly zones: number }[]
  >;
  readonly isReady: () => boolean;
  /** The address on which this process listens for DNS, once it does. */
  readonly dnsAddress: () => { readonly address: string; readonly port: number } | null;
}

export interface Site {
  readonly app: FastifyInstance;
  readonly page: DashboardPage;
}

export async function openSite(config: Config, parts: SiteParts): Promise<Site> {
  const { database, secrets, clock, random, log, metrics, payments } = parts;
  if (config.mode === 'production' && !config.publicUrl.startsWith('https:')) {
    log.warn(
      'HOSTMASTER_PUBLIC_URL is not an https:// address: only this machine is safe to use it',
    );
  }
  const operations = operationsOf(config, parts);
  const app = await createApp({
    database,
    services: operations,
    clock,
    random,
    log,
    metrics,
    keyRate: config.keyRate,
    addressRate: config.addressRate,
    requestTimeoutMs: config.requestTimeoutMs,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    securityContact: config.securityContact,
    onKeyUse: parts.onKeyUse,
    isReady: parts.isReady,
    prefixOfHost: rdapHosts(config.publication, config.publicUrl),
    errorForm: rdapErrorForm,
    extend: async (app, context) => {
      await registerPowerdnsApi(app, { ...context, log });
      registerCommandLineLogout(app, context);
    },
  });
  const throttle = new Throttle(clock, config.limits);
  await publishDomains(app, config, { ...parts, throttle });
  await acceptPayments(app, config, parts);
  const dashboard = {
    database,
    operations,
    clock,
    mode: config.mode,
    publicUrl: config.publicUrl,
    dnsServer: () => dnsServerOf(config, parts.dnsAddress()),
    isSecure: config.publicUrl.startsWith('https:'),
    csrfKeys: () => secrets.derivedKeys('dashboard csrf token'),
    passwords: new PasswordHasher(),
    throttle,
    rateLimit: config.keyRate,
    isSignUpOpen: config.isSignUpOpen,
    sessionLimits: config.sessionLimits,
    secondFactorFrom: config.secondFactorFrom,
    supportContact: config.supportContact,
    zonesBehind: parts.zonesBehind,
    hasMailbox: hasMailbox(config),
    identityProviders: await openIdentityProviders(config, parts),
    upstream: upstreamOf(config, parts),
    payments,
    lookUps: new WorkspaceLookUps({ policy: config.publication, lookUps: parts.lookUps }),
  } satisfies DashboardServices;
  await registerDashboardApi(app, dashboard);
  await registerProviderRoutes(app, dashboard, log);
  registerCommandLineLogin(app, {
    ...dashboard,
    calendarNow: (reader) => calendarNow(reader, clock),
  });
  const { publicUrl, identityProviders: signInProviders } = dashboard;
  return { app, page: registerDashboardPage(app, { publicUrl, log, signInProviders }) };
}

/** What strangers see of domains, and how they reach the owners. */
async function publishDomains(
  app: FastifyInstance,
  config: Config,
  { database, secrets, clock, log, throttle }: SiteParts & { readonly throttle: Throttle },
): Promise<void> {
  const { publicUrl, publication: policy } = config;
  const shared = {
    database,
    clock,
    calendarNow: (reader: HostmasterReader) => calendarNow(reader, clock),
  };
  registerRdap(app, { ...shared, policy, pathUrl: `${publicUrl}${rdapPrefix}/` });
  const pages = { ...shared, log, links: { publicUrl } };
  await registerContactForm(app, {
    ...pages,
    limits: config.limits,
    formKeys: () => secrets.derivedKeys('contact form'),
  });
  await registerRegistrantPage(app, { ...pages, throttle });
}

async function acceptPayments(
  app: FastifyInstance,
  config: Config,
  { payments, log }: SiteParts,
): Promise<void> {
  if (config.stripe === null) return;
  const { secretKey, webhookSecret } = config.stripe;
  if (config.mode === 'production' && /^.k_test_/.test(secretKey)) {
    log.warn('STRIPE_SECRET_KEY is a test key: any test card number buys credits for free');
  }
  await registerStripeWebhook(app, { services: payments, secret: webhookSecret });
}

/** Uses the public host name when the service listens on all addresses. */
function dnsServerOf(config: Config, listening: ReturnType<SiteParts['dnsAddress']>) {
  if (listening === null) return null;
  const { address, port } = listening;
  const isEverywhere = address === '0.0.0.0' || address === '::';
  return { host: isEverywhere ? new URL(config.publicUrl).hostname : address, port };
}
