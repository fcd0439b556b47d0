/** hostmaster secondary: manage secondary nameservers. */
import { parseIpAddress, presentIpAddress } from '@hostmaster/dns';
import type { Command } from 'commander';
import { parseSocketAddress } from '../../base/addresses/socket-address.ts';
import { persist } from '../../changes/persist.ts';
import {
  secondaryAddresses,
  secondaryState,
} from '../../nameserver/secondaries/secondary-state.ts';
import {
  addSecondary,
  isSecondaryName,
  removeSecondary,
} from '../../operations/secondaries/manage-secondaries.ts';
import { listSecondaries } from '../../storage/queries/secondaries/secondaries.ts';
import type { StoredSecondary } from '../../storage/tables/secondaries/secondaries.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print, printTable } from '../print.ts';
import { addSecondaryCheck } from './secondary-check.ts';

interface AddFlags extends StoreFlags {
  readonly address: string;
  readonly transfers: string;
  readonly tls: string;
  readonly tlsKey?: string;
}

export function registerSecondary(program: Command): void {
  const secondary = program.command('secondary').description('manage secondary nameservers');
  storeCommand(
    secondary,
    'add',
    'allow a nameserver to transfer all zones, and notify it of changes',
  )
    .argument('<name>', 'a short name such as ns1')
    .requiredOption(
      '--address <address>',
      'addresses with ports, such as 192.0.2.53:53,[2001:db8::53]:53',
    )
    .option(
      '--transfers <kind>',
      'ixfr sends differences, axfr whole zones only; use axfr for PowerDNS',
      'ixfr',
    )
    .option('--tls <use>', 'only refuses transfers without TLS; optional allows them', 'optional')
    .option(
      '--tls-key <digest>',
      'SHA-256 of the public key that its TLS client certificate must have, in base64',
    )
    .action(add);
  storeCommand(secondary, 'list', 'list secondaries').action(list);
  addSecondaryCheck(secondary);
  storeCommand(secondary, 'remove', 'remove a secondary')
    .argument('<name>', 'its name')
    .action(remove);
}

async function add(name: string, flags: AddFlags): Promise<void> {
  if (!isSecondaryName(name)) {
    throw new CommandError(
      `The name must be 1 to 32 lowercase letters, digits and hyphens, not "${name}".`,
    );
  }
  const addresses = parseAddresses(flags.address);
  const { transfers } = flags;
  if (transfers !== 'ixfr' && transfers !== 'axfr') {
    throw new CommandError(`--transfers must be ixfr or axfr, not "${transfers}".`);
  }
  const overTls = parseTls(flags);
  const [first, ...otherAddresses] = addresses;
  const tsig = await withStores(flags, ({ database, secrets, clock }) => {
    const call = { machineNow: clock.now(), secrets };
    return persist(
      database,
      addSecondary(call, { name, ...first, otherAddresses, transfers, ...overTls }),
    );
  });
  if (tsig === null) throw new CommandError(`A secondary "${name}" already exists.`);
  const shown = secondaryAddresses({ ...first, otherAddresses }).join(', ');
  print(flags, { name, address: shown, transfers, ...overTls, tsig }, [
    `${name} at ${shown} can transfer all zones with this key (shown only once):`,
    '',
    `  name       ${tsig.name}`,
    `  algorithm  ${tsig.algorithm}`,
    `  secret     ${tsig.secret}`,
    '',
    'docs/secondaries.md has complete configurations for Knot, BIND, NSD and PowerDNS.',
  ]);
}

async function list(flags: StoreFlags): Promise<void> {
  const stored = await withStores(flags, ({ database }) => database.all(listSecondaries, {}));
  const secondaries = stored.map((each) => ({
    name: each.name,
    address: secondaryAddresses(each).join(', '),
    transfers: each.transfers,
    tls: each.tls,
    tlsKey: each.tlsKey,
    tsig: { name: each.keyName, algorithm: each.keyAlgorithm },
    state: secondaryState(each),
    unreachableSince: timeOf(each.unreachableSince),
    createdAt: new Date(each.createdAt).toISOString(),
  }));
  printTable(
    flags,
    { secondaries },
    {
      head: ['NAME', 'ADDRESS', 'TRANSFERS', 'TLS', 'KEY', 'CREATED', 'STATE'],
      rows: secondaries.map((each) => [
        each.name,
        each.address,
        each.transfers,
        each.tlsKey === null ? each.tls : `${each.tls}, pinned`,
        each.tsig.name,
        each.createdAt.slice(0, 10),
        each.state === 'silent' ? `silent since ${each.unreachableSince}` : each.state,
      ]),
      empty: 'No secondaries. Add one with "hostmaster secondary add".',
    },
  );
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

async function remove(name: string, flags: StoreFlags): Promise<void> {
  const isRemoved = await withStores(flags, ({ database }) =>
    persist(database, removeSecondary(name)),
  );
  if (!isRemoved) throw new CommandError(`Secondary "${name}" not found.`);
  print(flags, { name, removed: true }, [`Removed ${name}. It can no longer transfer zones.`]);
}

function parseTls({ tls, tlsKey }: AddFlags): Pick<StoredSecondary, 'tls' | 'tlsKey'> {
  if (tls !== 'optional' && tls !== 'only') {
    throw new CommandError(`--tls must be optional or only, not "${tls}".`);
  }
  if (tlsKey === undefined) return { tls, tlsKey: null };
  if (tls !== 'only') throw new CommandError('--tls-key needs --tls only.');
  if (!/^[A-Za-z0-9+/]{43}=$/.test(tlsKey)) {
    throw new CommandError(
      `--tls-key must be a SHA-256 digest in base64, 44 characters, not "${tlsKey}".`,
    );
  }
  return { tls, tlsKey };
}

type SecondaryAddress = Pick<StoredSecondary, 'address' | 'port'>;

function parseAddresses(text: string): [SecondaryAddress, ...SecondaryAddress[]] {
  const [first = '', ...others] = text.split(',').map((part) => part.trim());
  return [parseAddress(first), ...others.map(parseAddress)];
}

/** `192.0.2.53:53`, `[2001:db8::53]:53`; 53 is the port unless one is given. */
function parseAddress(text: string): SecondaryAddress {
  const parsed = parseSocketAddress(text);
  // Without a zone id, and in one form whatever was typed.
  const octets = parseIpAddress(parsed?.address ?? '');
  const port = parsed?.port ?? 53;
  if (octets === null || port === 0) {
    throw new CommandError(
      `--address must be an address and a port such as 192.0.2.53:53 or [2001:db8::53]:53, not "${text}".`,
    );
  }
  return { address: presentIpAddress(octets), port };
}
