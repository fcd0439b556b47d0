/**
 * hostmaster sandbox zone: the zone of a suffix as the sandbox registry would publish it. Loaded into
 * a nameserver it is a private parent, so that resolvers find the names of the sandbox.
 */
import { limits } from '@hostmaster/contract';
import { Name, parseIpAddress, type ResourceRecord, rrTypes, writeZoneFile } from '@hostmaster/dns';
import { glueRecords, parentApex } from '@hostmaster/registry';
import type { Command } from 'commander';
import { isHostname, toAsciiName } from '../../domains/host-labels.ts';
import { recordedAddresses } from '../../fulfilment/desired-state.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
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
  await withRegistry(flags, async (registry, { clock, database }) => {
    const apex = parentApex(suffix, { server, serial: Math.floor(clock.now() / 1_000) });
    const origin = Name.parse(suffix);
    const print = (records: readonly ResourceRecord[]) => {
      const [, ...lines] = writeZoneFile(records, { origin });
      process.stdout.write(lines.join(''));
    };
    process.stdout.write([...writeZoneFile(apex, { origin })].join(''));
    const withoutGlue = new Set<string>();
    for await (const records of registry.parentZone(suffix)) {
      print(records);
      for (const host of hostsBelow(origin, records)) withoutGlue.add(host);
      for (const { type, name } of records) {
        if (type === rrTypes.A || type === rrTypes.AAAA) withoutGlue.delete(name.toHostname());
      }
    }
    for await (const records of recordedGlue(database, [...withoutGlue])) print(records);
  });
}

/** The nameservers that resolvers find by their addresses in this zone. */
function hostsBelow(origin: Name, records: readonly ResourceRecord[]): readonly string[] {
  return records
    .filter(({ type }) => type === rrTypes.NS)
    .map(({ rdata }) => Name.fromTrustedWire(rdata))
    .filter((host) => host.isAtOrBelow(origin))
    .map((host) => host.toHostname());
}

/** The embedded registry has no host objects: their addresses are in the zones here, from which EPP gets them. */
async function* recordedGlue(
  database: HostmasterReader,
  hosts: readonly string[],
): AsyncGenerator<readonly ResourceRecord[]> {
  for (let at = 0; at < hosts.length; at += limits.nameserversMax) {
    const some = hosts.slice(at, at + limits.nameserversMax);
    const addresses = await recordedAddresses(database, some, () => true);
    yield some.flatMap((name) => glueRecords({ name, addresses: addresses[name] ?? [] }));
  }
}
