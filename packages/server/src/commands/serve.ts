/** hostmaster serve: runs the service until a signal stops it. */
import type { Command } from 'commander';
import { createLog } from '../base/log.ts';
import { formatCredits } from '../base/money.ts';
import { persist } from '../changes/persist.ts';
import type { Service } from '../composition/start-service.ts';
import type { Config } from '../config/config.ts';
import { formerSettingWarnings } from '../config/former-settings.ts';
import { mailDirectory } from '../config/mail.ts';
import { readSettings } from '../config/read-settings.ts';
import type { SettingName } from '../config/settings.ts';
import { unknownSettingWarnings } from '../config/unknown-settings.ts';
import { firstCreditCents, openFirstWorkspace } from '../operations/workspaces/open-workspace.ts';
import { generateApiKey } from '../workspaces/api-key.ts';
import { hasWorkspaces } from '../workspaces/workspaces.ts';
import { CommandError, explainStoreFault, openStoresOf } from './command.ts';
import { onStopSignal } from './stop-signals.ts';

/** What is left then is ended with the process; calls to the outside are cut off before. */
const stopMsMax = 20_000;

interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly dataDir?: string;
}

export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('run the service')
    .option('--port <port>', 'port of the API (PORT)')
    .option('--host <address>', 'address to listen on (HOST)')
    .option('--data-dir <directory>', 'directory of the databases (HOSTMASTER_DATA_DIR)')
    .action(serve);
}

async function serve(flags: ServeFlags): Promise<void> {
  const { config, environment } = readSettings(process.env, settingsOf(flags));
  const log = createLog(config.logLevel);
  for (const warnings of [formerSettingWarnings, unknownSettingWarnings]) {
    for (const line of warnings(environment)) log.warn(line);
  }
  // A configured key works from the first request on. A random key is created last: after a failed
  // start it would exist without ever being printed.
  const chosenKey = await createFirstWorkspace(config, config.firstApiKey);
  const service = await start(config, log);
  const firstKey =
    chosenKey ??
    (await createFirstWorkspace(config, generateApiKey('sandbox')).catch(async (error) => {
      await service.close();
      throw error;
    }));
  if (config.roles.has('api')) await beginDashboard(service);
  const setUpToken = config.roles.has('api') ? await service.createSetUpToken() : null;
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping: finishing running requests and jobs');
    setTimeout(() => {
      log.error({ stopMsMax }, 'the stop took too long; unfinished jobs resume at the next start');
      process.exit(1);
    }, stopMsMax).unref();
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  onStopSignal(stop);
  // Last: whatever waits for it may stop the process at once.
  console.log(banner({ config, flags, service, firstKey, setUpToken }));
}

/**
 * Returns as soon as it is known whether the page must be built; the API answers meanwhile. A
 * failed build does not stop the service.
 */
function beginDashboard(service: Service): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onBuild = () => {
    console.log('  Building the dashboard (first start only, about 3 s)');
    resolve();
  };
  const onFault = (error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.error(
      `hostmaster: the dashboard could not be built; the API runs without it: ${reason}`,
    );
  };
  service.prepareDashboard(onBuild).catch(onFault).finally(resolve);
  return promise;
}

function settingsOf(flags: ServeFlags): Partial<Record<SettingName, string>> {
  return {
    ...(flags.port === undefined ? {} : { PORT: flags.port }),
    ...(flags.host === undefined ? {} : { HOST: flags.host }),
    ...(flags.dataDir === undefined ? {} : { HOSTMASTER_DATA_DIR: flags.dataDir }),
  };
}

async function start(config: Config, log: ReturnType<typeof createLog>): Promise<Service> {
  // Loaded here, because only this command needs it and loading takes time.
  const [{ startService }, { createProcessRegistry }] = await Promise.all([
    import('../composition/start-service.ts'),
    import('../metrics/process-metrics.ts'),
  ]);
  try {
    return await startService(config, log, {}, createProcessRegistry());
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') {
      throw new CommandError(
        `PORT ${config.port} is already in use on ${config.host}. Choose another with --port.`,
      );
    }
    if (code === 'EACCES') {
      throw new CommandError(
        `PORT ${config.port} may not be listened on by this user (EACCES). Choose one from 1024 on with --port, or allow it with CAP_NET_BIND_SERVICE.`,
      );
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new CommandError(
        `HOST ${config.host}, PORT ${config.port} is not available (${code}). Choose an address of this machine with --host.`,
      );
    }
    return explainStoreFault(config, error);
  }
}

/** In the sandbox the first start creates a workspace; its key is returned once. */
async function createFirstWorkspace(config: Config, key: string | null): Promise<string | null> {
  if (key === null || config.mode !== 'sandbox' || !config.roles.has('api')) return null;
  const stores = await openStoresOf(config);
  try {
    if (await hasWorkspaces(stores.database)) return null;
    const at = stores.clock.now();
    const isOpened = await persist(stores.database, openFirstWorkspace({ key, at }));
    return isOpened ? key : null;
  } finally {
    await stores.close();
  }
}

function banner(run: {
  readonly config: Config;
  readonly flags: ServeFlags;
  readonly service: Service;
  readonly firstKey: string | null;
  readonly setUpToken: string | null;
}): string {
  const { config, flags, service, firstKey, setUpToken } = run;
  const store = config.databaseUrl === null ? `SQLite in ${config.dataDir}` : 'PostgreSQL';
  const lines = [
    '',
    `  Hostmaster is running (${config.mode})`,
    '',
    ...(config.roles.has('api')
      ? [
          `  Dashboard  ${service.url}/dashboard`,
          `  API        ${service.url}/v1`,
          `  Reference  ${service.url}/reference`,
        ]
      : [
          `  Health     ${service.url}/healthz (this process does not serve the API: HOSTMASTER_ROLES)`,
        ]),
    ...service.dnsAddresses.map(({ address, port }) => `  DNS        ${address} port ${port}`),
    ...service.whoisAddresses.map(({ address, port }) => `  WHOIS      ${address} port ${port}`),
    ...service.dnsTlsAddresses.map(({ address, port }) => `  DNS (TLS)  ${address} port ${port}`),
    ...(service.metricsUrl === null ? [] : [`  Metrics    ${service.metricsUrl}`]),
    `  Storage    ${store}`,
    ...(config.smtpUrl === null
      ? [`  Mail       files in ${mailDirectory(config)} (SMTP_URL is not set)`]
      : []),
    '',
    ...(service.missingOffer.length === 0
      ? []
      : [
          '  Nothing is for sale yet. Set what new domains need:',
          '',
          ...service.missingOffer.map((line) => `    ${line}`),
          '',
        ]),
    ...(setUpToken === null
      ? []
      : [
          '  Create the owner account with this link (works once):',
          '',
          `    ${service.url}/dashboard/set-up#${setUpToken}`,
          '',
        ]),
  ];
  if (firstKey === null) {
    const place = flags.dataDir === undefined ? '' : ` --data-dir ${flags.dataDir}`;
    lines.push(
      `  List workspaces:   npx hostmaster workspace list${place}`,
      `  Create an API key: npx hostmaster key create --workspace WORKSPACE --name NAME${place}`,
    );
  } else {
    lines.push(
      `  A workspace with ${formatCredits(firstCreditCents)} credits is ready. Its API key (shown only once):`,
      '',
      `    ${firstKey}`,
      '',
      '  Try it:',
      '',
      `    curl -s ${service.url}/v1/domains/check -H 'x-api-key: ${firstKey}' \\`,
      `      -H 'content-type: application/json' -d '{"domain":"my-first-name.com"}'`,
    );
  }
  return [...lines, ''].join('\n');
}
