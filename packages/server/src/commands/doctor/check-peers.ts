/** What the service depends on outside: registries, the mail server, and certificates that end. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import { readEppConfig } from '../../adapters/epp/read-epp-config.ts';
import type { RegistryConfig } from '../../adapters/epp/registry-config.ts';
import { testSignIn } from '../../adapters/epp/test-connection.ts';
import type { MachineClock } from '../../base/clock.ts';
import { exchangeHttp } from '../../base/exchange-http.ts';
import { inParallel } from '../../base/in-parallel.ts';
import { outsideCall } from '../../base/outside-call.ts';
import type { Config } from '../../config/config.ts';
import { settings } from '../../config/settings.ts';
import { checkSmtp } from '../../mail/smtp-mailer.ts';
import { type Findings, reasonOf, type Subject } from './finding.ts';

const registriesAtOnce = 4;
const registryMsMax = 8_000;
const publicUrlMsMax = 8_000;
const warnBeforeMs = 14 * dayMs;
const never = new AbortController().signal;

export async function checkRegistries(
  { config, clock }: Subject,
  findings: Findings,
): Promise<void> {
  if (config.registrar === 'sandbox') {
    findings.skipped('The sandbox registry is built in.');
    return;
  }
  await inParallel(registriesOf(config), registriesAtOnce, async (registry) => {
    const { ok, steps, serverDate } = await testSignIn({
      ...registry,
      connectTimeoutMs: Math.min(registry.connectTimeoutMs, registryMsMax),
      commandTimeoutMs: Math.min(registry.commandTimeoutMs, registryMsMax),
    });
    for (const { what, result, detail } of steps) {
      const text = `${registry.name}: ${what}: ${detail}`;
      const advice = `"hostmaster registrar test ${registry.name}" compares the whole entry of HOSTMASTER_EPP_CONFIG.`;
      if (result === 'failed') findings.problem(text, advice);
      if (result === 'differs') findings.warning(text, advice);
    }
    if (ok) findings.ok(`${registry.name} lets us sign in.`);
    const skewMs = serverDate === null ? 0 : clock.now() - serverDate.getTime();
    if (Math.abs(skewMs) > 5 * minuteMs) {
      findings.warning(
        `${registry.name}: its clock and ours differ by ${Math.round(Math.abs(skewMs) / minuteMs)} minutes.`,
        'Synchronise the clock of this machine, for example with chrony.',
      );
    }
  });
}

export async function checkMail({ config }: Subject, findings: Findings): Promise<void> {
  const { smtpUrl, mailFrom, mode, operatorEmail } = config;
  if (smtpUrl !== null) {
    try {
      await checkSmtp(smtpUrl, never);
      findings.ok(`${new URL(smtpUrl).host} accepts mail from this service.`);
    } catch (error) {
      findings.problem(
        `${new URL(smtpUrl).host}: ${reasonOf(error)}`,
        'Check SMTP_URL: host, port, user, password and encryption.',
      );
    }
  } else if (mode === 'sandbox') findings.skipped('SMTP_URL is not set; mails become files.');
  else {
    findings.problem(
      'SMTP_URL is not set, so that customers get no mail.',
      'Set SMTP_URL to a mail server.',
    );
  }
  if (mode === 'sandbox') return;
  if (mailFrom === settings.mailFrom.default) {
    findings.problem(
      `Mails come from ${mailFrom}, which others refuse.`,
      'Set HOSTMASTER_MAIL_FROM to an address of yours.',
    );
  }
  if (operatorEmail === null) {
    findings.warning(
      'Alerts reach no person.',
      'Set HOSTMASTER_OPERATOR_EMAIL to an address that is read.',
    );
  }
}

export async function checkTls({ config, clock }: Subject, findings: Findings): Promise<void> {
  const { dnsTls, publicUrl } = config;
  if (dnsTls !== null) {
    noteCertificate(findings, {
      name: 'HOSTMASTER_DNS_TLS_CERTIFICATE',
      certificate: new X509Certificate(readFileSync(dnsTls.certificateFile)),
      clock,
    });
  }
  if (config.registrar === 'epp') {
    for (const { name, tls } of registriesOf(config)) {
      if (tls.cert === undefined) continue;
      const certificate = new X509Certificate(tls.cert);
      noteCertificate(findings, {
        name: `The certificate for the registry ${name}`,
        certificate,
        clock,
      });
    }
  }
  if (publicUrl.startsWith('https:')) {
    await checkPublicUrl({ publicUrl: new URL(publicUrl), clock }, findings);
  }
  if (findings.list.length === 0) findings.skipped('No certificate is configured.');
}

async function checkPublicUrl(
  { publicUrl, clock }: { readonly publicUrl: URL; readonly clock: MachineClock },
  findings: Findings,
): Promise<void> {
  const advice =
    'Check the reverse proxy: its certificate, and that it passes requests to this service.';
  const limit = { peer: publicUrl.host, totalMs: publicUrlMsMax, stopping: never };
  const name = `HOSTMASTER_PUBLIC_URL ${publicUrl.origin}`;
  try {
    const url = new URL(`${publicUrl.pathname.replace(/\/$/, '')}/healthz`, publicUrl);
    const { status, certificate } = await outsideCall(limit, (scope) =>
      exchangeHttp(scope, { url, method: 'GET', headers: {}, bodyBytesMax: 256 }),
    );
    if (status === 200) findings.ok(`${name} leads to this service.`);
    else findings.problem(`${name} answers /healthz with ${status}.`, advice);
    if (certificate !== undefined) noteCertificate(findings, { name, certificate, clock });
  } catch (error) {
    findings.problem(`${name} cannot be reached: ${reasonOf(error)}`, advice);
  }
}

function noteCertificate(
  findings: Findings,
  given: {
    readonly name: string;
    readonly certificate: X509Certificate;
    readonly clock: MachineClock;
  },
): void {
  const { name, certificate, clock } = given;
  const endsAt = certificate.validToDate;
  const leftMs = endsAt.getTime() - clock.now();
  const day = endsAt.toISOString().slice(0, 10);
  if (leftMs <= 0) findings.problem(`${name} ended on ${day}.`, 'Renew the certificate.');
  else if (certificate.validFromDate.getTime() > clock.now()) {
    findings.problem(`${name} is not valid yet.`, 'Check the clock of this machine.');
  } else if (leftMs < warnBeforeMs) {
    findings.warning(`${name} ends on ${day}.`, 'Renew the certificate.');
  } else findings.ok(`${name} is valid until ${day}.`);
}

function registriesOf({ eppConfigFile }: Config): readonly RegistryConfig[] {
  return readEppConfig(eppConfigFile ?? '');
}
