/** hostmaster bulk: one operation for many domains, planned first and then run at the agreed price. */
import { bulkKinds, limits } from '@hostmaster/contract';
import { Argument, type Command, Option } from 'commander';
import { addPriceOptions } from '../agree-price.ts';
import { userCommand } from '../session.ts';
import { cancelBulk, itemStates, listBulks, showBulk } from './inspect-bulk.ts';
import { planBulk, retryBulk } from './plan-bulk.ts';
import { runBulk } from './run-bulk.ts';

export function registerBulk(program: Command): void {
  const bulk = program.command('bulk').description('change or renew many of your domains');
  addPlanning(bulk);
  addRunning(bulk);
  addInspection(bulk);
}

function addPlanning(bulk: Command): void {
  addWaitOptions(
    userCommand(bulk, {
      name: 'plan',
      about: 'plan one operation for many domains and show its price; changes nothing',
      examples: [
        'bulk plan renew example.com example.net --years 2',
        'bulk plan auto_renewal --all --suffix com --enabled on',
        'bulk plan nameservers --file names.txt --nameservers ns1.example.net,ns2.example.net',
        'bulk plan transfer --file names-and-codes.txt --contact me.json',
      ],
    })
      .addArgument(new Argument('<kind>', 'what is done with each domain').choices(bulkKinds))
      .argument('[names...]', `up to ${limits.bulkDomainsMax} domains`),
  )
    .option(
      '--file <file>',
      'the domains, one per line; for transfer with the auth code after each; - for standard input',
    )
    .option('--all', 'all your domains, or those that the next three options leave')
    .option('--status <status>', 'only domains in this state')
    .option('--suffix <suffix>', 'only domains under this suffix')
    .option('--expires-before <time>', 'only domains that expire before this date')
    .option('--years <years>', 'renew, register: how long')
    .option('--enabled <on|off>', 'auto_renewal, privacy, transfer_lock, dnssec')
    .option('--nameservers <hosts>', 'nameservers: the hosts, separated by commas')
    .option('--contact <file>', 'contact, register, transfer: the registrant, as JSON')
    .option('--auto-renew', 'register, transfer: renew before expiry')
    .option('--privacy', 'register, transfer: hide the registrant from the public')
    .option('--template <id>', 'template: which one')
    .option('--field <name=value...>', 'template: the values of its fields')
    .option('--replace', 'template: delete the records that are in conflict')
    .action(planBulk);
  addWaitOptions(
    userCommand(bulk, {
      name: 'retry',
      about: 'plan again what has failed, at current prices; changes nothing',
      examples: ['bulk retry blk_01kgb2q4x3h8m6n5p7r9t2v4w6'],
    }).argument('<id>'),
  ).action(retryBulk);
}

function addRunning(bulk: Command): void {
  addWaitOptions(
    addPriceOptions(
      userCommand(bulk, {
        name: 'run',
        about: 'carry a plan out, after showing its price, and wait for its end',
        examples: [
          'bulk run blk_01kgb2q4x3h8m6n5p7r9t2v4w6',
          'bulk run blk_01kgb2q4x3h8m6n5p7r9t2v4w6 --max-credits 240 --no-wait',
        ],
      }).argument('<id>', 'from "bulk plan" or "bulk list"'),
    ),
  )
    .option('--no-wait', 'do not wait for the end')
    .action(runBulk);
}

function addInspection(bulk: Command): void {
  userCommand(bulk, {
    name: 'list',
    about: 'list bulk operations, newest first',
    examples: ['bulk list --limit 5'],
  })
    .option('--limit <count>', 'how many to list', '20')
    .action(listBulks);
  userCommand(bulk, {
    name: 'show',
    about: 'show a plan or its progress, domain by domain',
    examples: ['bulk show blk_01kgb2q4x3h8m6n5p7r9t2v4w6 --state failed'],
  })
    .argument('<id>')
    .addOption(new Option('--state <state>', 'only domains in this state').choices(itemStates))
    .option('--limit <count>', 'how many domains to list', String(limits.bulkPageDefault))
    .action(showBulk);
  userCommand(bulk, {
    name: 'cancel',
    about: 'cancel what has not begun',
    examples: ['bulk cancel blk_01kgb2q4x3h8m6n5p7r9t2v4w6'],
  })
    .argument('<id>')
    .option('--yes', 'do not ask')
    .action(cancelBulk);
}

function addWaitOptions(command: Command): Command {
  return command.option('--timeout <duration>', 'how long to wait for the service', '1h');
}
