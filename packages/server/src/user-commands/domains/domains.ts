/** hostmaster domains: a customer's names at a service. */
import { Argument, type Command } from 'commander';
import { addPriceOptions } from '../agree-price.ts';
import { userCommand } from '../session.ts';
import { buyName, renewDomain } from './buy-domain.ts';
import { checkNames, searchNames } from './find-names.ts';
import { changeNameservers, listDomains, setDomain, showDomain } from './manage-domain.ts';
import {
  changeDnssec,
  dnssecActions,
  foreignKeyHelp,
  removeForeignKeysHelp,
} from './sign-domain.ts';
import { transferDomain } from './transfer-domain.ts';

export function registerDomains(program: Command): void {
  const domains = program.command('domains').description('find, buy and manage your domains');
  userCommand(domains, {
    name: 'check',
    about: 'say which names can be registered, and for how much',
    examples: ['domains check example.com example.net'],
  })
    .argument('<names...>', 'up to 100 names')
    .action(checkNames);
  userCommand(domains, {
    name: 'search',
    about: 'find a free name under the suffixes of the service',
    examples: ['domains search my-idea', 'domains search my-idea --suffix com,dev'],
  })
    .argument('<word>', 'the part before the suffix')
    .option('--suffix <suffixes>', 'only these suffixes, separated by commas')
    .action(searchNames);
  addPriceOptions(
    userCommand(domains, {
      name: 'register',
      about: 'register a name, after showing its price',
      examples: [
        'domains register example.com --contact me.json',
        'domains register example.com --contact me.json --years 2 --auto-renew --max-credits 30',
      ],
    }).argument('<name>'),
  )
    .option('--contact <file>', 'the registrant, as JSON; - for standard input')
    .option('--years <years>', 'how long')
    .option('--auto-renew', 'renew it before it expires')
    .option('--privacy', 'hide the registrant from the public')
    .option('--no-wait', 'do not wait until the registry has the name')
    .option('--timeout <duration>', 'how long to wait for the registry', '2m')
    .action(buyName);
  userCommand(domains, {
    name: 'list',
    about: 'list your domains',
    examples: ['domains list', 'domains list --json'],
  }).action(listDomains);
  userCommand(domains, {
    name: 'show',
    about: 'show one domain',
    examples: ['domains show example.com'],
  })
    .argument('<name>')
    .action(showDomain);
  userCommand(domains, {
    name: 'set',
    about: 'change auto-renewal and privacy of a domain',
    examples: ['domains set example.com --auto-renew on --privacy off'],
  })
    .argument('<name>')
    .option('--auto-renew <on|off>', 'renew it before it expires')
    .option('--privacy <on|off>', 'hide the registrant from the public')
    .action(setDomain);
  addPriceOptions(
    userCommand(domains, {
      name: 'renew',
      about: 'renew a domain, after showing the price',
      examples: ['domains renew example.com', 'domains renew example.com --years 2 --yes'],
    }).argument('<name>'),
  )
    .option('--years <years>', 'how long')
    .action(renewDomain);
  userCommand(domains, {
    name: 'nameservers',
    about: 'show or replace the nameservers of a domain',
    examples: [
      'domains nameservers example.com',
      'domains nameservers example.com ns1.example.net ns2.example.net',
    ],
  })
    .argument('<name>')
    .argument('[hosts...]', 'the new nameservers; all of them')
    .option('--yes', 'do not ask')
    .action(changeNameservers);
  addPriceOptions(
    userCommand(domains, {
      name: 'transfer',
      about: 'transfer a domain from another registrar; without a name list the transfers',
      examples: [
        'domains transfer example.com --contact me.json < auth-code.txt',
        'domains transfer',
        'domains transfer example.com --status',
        'domains transfer example.com --retry < auth-code.txt',
      ],
    }).argument('[name]'),
  )
    .option('--contact <file>', 'the registrant, as JSON')
    .option('--auto-renew', 'renew it before it expires')
    .option('--privacy', 'hide the registrant from the public')
    .option('--status', 'show the latest transfer of this name')
    .option('--retry', 'request the open transfer again, with another auth code')
    .option('--cancel', 'cancel the open transfer')
    .action(transferDomain);
  addDnssec(domains);
}

function addDnssec(domains: Command): void {
  userCommand(domains, {
    name: 'dnssec',
    about:
      'turn DNSSEC of a domain on or off, show its phase and its DS records, or follow the CDS records of another operator',
    examples: [
      'domains dnssec show example.com',
      'domains dnssec on example.com',
      "domains dnssec on example.com --ds '60485 13 2 E3B0C442…'",
      "domains dnssec on example.com --foreign-key '257 3 13 mdsswUyr…' '256 3 13 oJMRESz5…'",
      'domains dnssec follow example.com',
    ],
  })
    .addArgument(new Argument('<action>').choices(dnssecActions))
    .argument('<name>')
    .option('--ds <ds...>', 'the DS records of the other operator that signs the zone; all of them')
    .option('--force', 'send DS records that are of no key that the nameservers publish')
    .option('--foreign-key <dnskeys...>', foreignKeyHelp)
    .option('--remove-foreign-keys', removeForeignKeysHelp)
    .option('--yes', 'do not ask')
    .action(changeDnssec);
}
