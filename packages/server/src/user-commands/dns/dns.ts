/** hostmaster dns: the records of a customer's domains at a service. */
import type { Command } from 'commander';
import { userCommand } from '../session.ts';
import { applyFile, importFile } from './apply-records.ts';
import { addRecord, listRecords, removeRecords, setRecords } from './edit-records.ts';
import { exportRecords } from './export-records.ts';
import { restoreZone, showDiff, showHistory, waitForZone } from './zone-versions.ts';

export function registerDns(program: Command): void {
  const dns = program.command('dns').description('manage the records of your domains');
  addEditing(dns);
  addFiles(dns);
  addVersions(dns);
}

function addEditing(dns: Command): void {
  userCommand(dns, {
    name: 'list',
    about: 'list the records of a domain',
    examples: ['dns list example.com', 'dns list example.com --name www --type A'],
  })
    .argument('<domain>')
    .option('--name <name>', 'only of this name; @ is the domain itself')
    .option('--type <type>', 'only of this type')
    .action(listRecords);
  userCommand(dns, {
    name: 'add',
    about: 'add one record',
    examples: [
      'dns add example.com www A 192.0.2.1',
      "dns add example.com @ MX '10 mx.example.com'",
    ],
  })
    .argument('<domain>')
    .argument('<name>', '@ is the domain itself')
    .argument('<type>')
    .argument('<value>')
    .option('--ttl <seconds>', 'how long resolvers keep it')
    .action(addRecord);
  userCommand(dns, {
    name: 'set',
    about: 'make the records of one name and type these values, all at once',
    examples: ['dns set example.com www A 192.0.2.1 192.0.2.2 --ttl 300'],
  })
    .argument('<domain>')
    .argument('<name>', '@ is the domain itself')
    .argument('<type>')
    .argument('<values...>')
    .option('--ttl <seconds>', 'how long resolvers keep them')
    .action(setRecords);
  userCommand(dns, {
    name: 'rm',
    about: 'remove records, by id or by name, type and value',
    examples: ['dns rm example.com www A', 'dns rm example.com www A 192.0.2.1'],
  })
    .argument('<domain>')
    .argument('<id-or-name>')
    .argument('[type]')
    .argument('[value]')
    .option('--yes', 'do not ask when several records are meant')
    .action(removeRecords);
}

function addFiles(dns: Command): void {
  userCommand(dns, {
    name: 'import',
    about: 'add and change records from a file, after showing the plan; removes none',
    examples: ['dns import example.com example.zone'],
  })
    .argument('<domain>')
    .argument('<file>', 'a zone file, YAML (*.yaml), or - for a zone file on standard input')
    .option('--dry-run', 'show the plan without changing anything')
    .option('--yes', 'do not ask')
    .action(importFile);
  userCommand(dns, {
    name: 'apply',
    about: 'make the records what a file says, as one batch, after showing the plan',
    examples: ['dns apply example.com.yaml', 'dns apply example.zone --domain example.com --yes'],
  })
    .argument('<file>', 'a zone file, YAML (*.yaml), or - for a zone file on standard input')
    .option('--domain <domain>', 'the domain, where the file does not name it')
    .option('--dry-run', 'show the plan without changing anything')
    .option('--yes', 'do not ask')
    .action(applyFile);
  userCommand(dns, {
    name: 'export',
    about: 'write the records as a zone file',
    examples: ['dns export example.com > example.zone'],
  })
    .argument('<domain>')
    .action(exportRecords);
}

function addVersions(dns: Command): void {
  userCommand(dns, {
    name: 'history',
    about: 'list the changes of a zone, newest first',
    examples: ['dns history example.com --limit 5'],
  })
    .argument('<domain>')
    .option('--limit <count>', 'how many to list', '20')
    .action(showHistory);
  userCommand(dns, {
    name: 'diff',
    about: 'show how a zone changed',
    examples: ['dns diff example.com', 'dns diff example.com 3 7'],
  })
    .argument('<domain>')
    .argument('[from]', 'the revision to start from; by default the one before the last')
    .argument('[to]', 'the revision to end at; by default the last')
    .action(showDiff);
  userCommand(dns, {
    name: 'restore',
    about: 'make the records what they were at a revision, after showing the plan',
    examples: ['dns restore example.com 3'],
  })
    .argument('<domain>')
    .argument('<revision>', 'a number from "dns history"')
    .option('--dry-run', 'show the changes without making them')
    .option('--yes', 'do not ask')
    .action(restoreZone);
  userCommand(dns, {
    name: 'wait',
    about: 'wait until every nameserver has the latest change',
    examples: ['dns wait example.com --timeout 5m'],
  })
    .argument('<domain>')
    .option('--timeout <duration>', 'give up after this long', '2m')
    .action(waitForZone);
}
