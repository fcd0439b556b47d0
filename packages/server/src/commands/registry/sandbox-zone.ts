/**
 * hostmaster sandbox zone: the zone of a suffix as the sandbox registry would publish it. Loaded into
 * a nameserver it is a private parent, so that resolvers find the names of the sandbox.
 */
import { Name, parseIpAddress, writeZoneFile } from '@hostmaster/dns';
import { parentApex } from '@hostmaster/registry';
import type { Command } from 'commander';
import { isHostname, toAsciiName } from '../../domains/host-labels.ts';
import { CommandError, type StoreFlags } from '../command.ts';
import { withRegistry } from './sandbox-registry.ts';

interface ZoneFlags extends StoreFlags {
  readonly server: string;
  readonly serverAddress: string;
}

export function addZoneTo(sandbox: Command): void {
  sandbox
    .command('zone')
    .description('print the zone of a suffix: delegations, DS records and glue')
    .argument('<suffix>', 'for example com')
    .option('--data-dir <directory>', 'directory of the databases (HOSTMASTER_DATA_DIR)')
    .option('--server <name>', 'its own nameserver, as a name below the suffix', 'a.nic')
    .option('--server-address <address>', 'address of that nameserver', '127.0.0.1')
    .action(printZone);
}

async function printZone(given: string, flags: ZoneFlags): Promise<void> {
  const suffix = toAsciiName(given.replace(/^\.|\.$/g, ''));
  if (suffix === null || !isHostname(suffix)) {
    throw new CommandError(`"${given}" is not a suffix.`);
  }
  const server = { name: `${flags.server}.${suffix}`, address: flags.serverAddress };
  if (!isHostname(server.name)) throw new CommandError(`"${server.name}" is not a host name.`);
  if (parseIpAddress(server.address) === null) {
    throw new CommandError(`"${server.address}" is not an IP address.`);
  }
  await withRegistry(flags, async (registry, clock) => {
    const apex = parentApex(suffix, { server, serial: Math.floor(clock.now() / 1_000) });
    const origin = Name.parse(suffix);
    process.stdout.write([...writeZoneFile(apex, { origin })].join(''));
    for await (const records of registry.parentZone(suffix)) {
      const [, ...lines] = writeZoneFile(records, { origin });
      process.stdout.write(lines.join(''));
    }
  });
}
