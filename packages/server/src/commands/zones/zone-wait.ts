/** hostmaster zone wait: returns when every secondary has the latest change of a zone. */
import { setTimeout as wait } from 'node:timers/promises';
import { parseDurationMs } from '@hostmaster/contract/durations';
import type { Command } from 'commander';
import { readPropagation } from '../../operations/zones/get-propagation.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';
import { requireHeldDomain } from './zone-export.ts';

interface WaitFlags extends StoreFlags {
  readonly timeout: string;
}

const askAgainMs = 200;

export function addZoneWait(zone: Command): void {
  storeCommand(zone, 'wait', 'wait until every secondary has the latest change of a zone')
    .argument('<domain>', 'a registered domain')
    .option('--timeout <duration>', 'give up after this long', '60s')
    .action(run);
}

async function run(text: string, flags: WaitFlags): Promise<void> {
  const timeoutMs = parseDurationMs(flags.timeout);
  if (timeoutMs === null) {
    throw new CommandError(`--timeout must be a duration such as 60s, not "${flags.timeout}".`);
  }
  const found = await withStores(flags, async (context) => {
    const domain = await requireHeldDomain(context, text);
    const until = performance.now() + timeoutMs;
    let state = await readPropagation(context.database, domain);
    while (!state.inSync && performance.now() < until) {
      await wait(askAgainMs);
      state = await readPropagation(context.database, domain, state.serial);
    }
    return { domain: domain.name, ...state };
  });
  const { domain, serial, inSync, secondaries } = found;
  if (!inSync) {
    const late = secondaries.filter((each) => !each.inSync).map(({ name }) => name);
    // No mistake of the caller, so not a CommandError.
    throw new Error(
      serial === null
        ? `${domain} is not published yet.`
        : `${domain}: serial ${serial} is not yet on ${late.join(', ')}. "hostmaster zone status ${domain}" says why.`,
    );
  }
  print(flags, { domain, serial, inSync }, [
    `${domain}: serial ${serial} is on ${secondaries.length === 0 ? 'the built-in nameserver' : `all ${secondaries.length} secondaries`}.`,
  ]);
}
