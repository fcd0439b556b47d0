/** hostmaster dnssec: turns DNSSEC of a domain on and off, replaces its key, and shows what it waits for. */
import type { Output } from '@hostmaster/contract';
import type { Command } from 'commander';
import { disableDnssec } from '../../operations/dnssec/disable-dnssec.ts';
import { enableDnssec } from '../../operations/dnssec/enable-dnssec.ts';
import { getDnssec } from '../../operations/dnssec/get-dnssec.ts';
import { rollDnssec } from '../../operations/dnssec/roll-dnssec.ts';
import {
  eitherKeys,
  foreignKeyHelp,
  removeForeignKeysHelp,
} from '../../user-commands/domains/sign-domain.ts';
import {
  type CommandContext,
  CommandError,
  type StoreFlags,
  storeCommand,
  withStores,
} from '../command.ts';
import { operate, readAsOperator, requireBody } from '../operate.ts';
import { print } from '../print.ts';
import { addExportKey } from './export-key.ts';
import { requireHeldDomain } from './zone-export.ts';

type Dnssec = Output<'getDnssec'>['dnssec'];
type Run = (context: CommandContext, workspaceId: string, domain: string) => Promise<Dnssec>;

interface RollFlags extends StoreFlags {
  readonly compromised?: boolean;
}

interface OnFlags extends StoreFlags {
  readonly foreignKey?: readonly string[];
  readonly removeForeignKeys?: boolean;
}

export function registerDnssec(program: Command): void {
  const dnssec = program
    .command('dnssec')
    .description('DNSSEC of a domain: on, off, roll, status, export-key');
  const add = (name: string, description: string, run: Run) =>
    storeCommand(dnssec, name, description)
      .argument('<domain>', 'a registered domain')
      .action((text: string, flags: StoreFlags) => show(text, flags, run));
  storeCommand(dnssec, 'on', 'sign the zone, then give the registry the DS record')
    .argument('<domain>', 'a registered domain')
    .option('--foreign-key <dnskeys...>', foreignKeyHelp)
    .option('--remove-foreign-keys', removeForeignKeysHelp)
    .action(turnOn);
  add('off', 'remove the DS record, then the signatures', async (context, id, domain) => {
    const work = { operation: disableDnssec, input: { domain } };
    return (await operate(context, id, work)).dnssec;
  });
  storeCommand(dnssec, 'roll', 'replace the key, in phases that keep the domain reachable')
    .argument('<domain>', 'a registered domain')
    .option('--compromised', 'remove the DS record of the old key as early as the name allows')
    .action((text: string, { compromised = false, ...flags }: RollFlags) =>
      show(text, flags, async (context, id, domain) => {
        const input = { domain, compromised };
        return (await operate(context, id, { operation: rollDnssec, input })).dnssec;
      }),
    );
  add('status', 'show the phase, what it waits for, and the keys', async (context, id, domain) => {
    const work = { operation: getDnssec, input: { domain } };
    return (await readAsOperator(context, id, work)).dnssec;
  });
  addExportKey(dnssec);
}

async function turnOn(text: string, { foreignKey, ...flags }: OnFlags): Promise<void> {
  const isRemoving = flags.removeForeignKeys === true;
  if (isRemoving && foreignKey !== undefined) throw new CommandError(eitherKeys);
  const foreignKeys = isRemoving ? [] : foreignKey;
  await show(text, flags, async (context, id, domain) => {
    const body = foreignKeys === undefined ? {} : { foreignKeys: [...foreignKeys] };
    requireBody('enableDnssec', body);
    const input = { domain, ...body };
    return (await operate(context, id, { operation: enableDnssec, input })).dnssec;
  });
}

async function show(text: string, flags: StoreFlags, run: Run): Promise<void> {
  await withStores(flags, async (context) => {
    const { name, workspaceId } = await requireHeldDomain(context, text);
    const dnssec = await run(context, workspaceId, name);
    print(flags, { domain: name, ...dnssec }, linesOf(name, dnssec));
  });
}

function linesOf(name: string, { state, phase, since, waitsFor, keys, ...rest }: Dnssec): string[] {
  const isSteady = phase === null || phase === 'on';
  return [
    `${name}: DNSSEC is ${state.replace('_', ' ')}${isSteady ? '' : `, ${phase?.replaceAll('_', ' ')} since ${since}`}.`,
    ...(waitsFor === null ? [] : [waitsFor]),
    ...(rest.followCds ? [`Follows CDS records: ${rest.cdsFinding ?? 'not asked yet.'}`] : []),
    ...(rest.nameserversWaiting ? ['The registry gets the new nameservers after that.'] : []),
    ...keys.flatMap(({ ds, dnskey, stage }) => [
      ...(keys.length === 1 ? [] : [`; ${stage} key`]),
      `${name}. DS ${ds}`,
      `${name}. DNSKEY ${dnskey}`,
    ]),
    ...rest.foreignDs.map((ds) => `${name}. DS ${ds}`),
    ...rest.foreignKeys.flatMap(({ ds, dnskey }) => [
      '; key of the other operator',
      ...(ds === null ? [] : [`${name}. DS ${ds}`]),
      `${name}. DNSKEY ${dnskey}`,
    ]),
  ];
}
