/** hostmaster rdap: what the public sees of a domain of this service, for people or as RDAP answers it. */
import type { Command } from 'commander';
import { isHostname, toAsciiName } from '../../domains/host-labels.ts';
import { readPublicDomain } from '../../operations/public-data/read-public-domain.ts';
import { domainAnswer } from '../../rdap/answers.ts';
import { publishedDomain } from '../../rdap/published-domain.ts';
import { whoisText } from '../../rdap/whois-text.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';

export function registerRdapCommand(program: Command): void {
  storeCommand(program, 'rdap', 'show what the public sees of a domain of this service')
    .argument('<domain>', 'a registered domain')
    .action(show);
}

async function show(text: string, flags: StoreFlags): Promise<void> {
  const name = toAsciiName(text.endsWith('.') ? text.slice(0, -1) : text);
  if (name === null || !isHostname(name)) throw new CommandError(`"${text}" is not a domain name.`);
  const shown = await withStores(flags, async ({ database, config, now }) => {
    const facts = await readPublicDomain(database, name);
    if (facts === null) throw new CommandError(`Domain "${text}" not found.`);
    const { publication: policy } = config;
    const domain = publishedDomain(facts, policy);
    const at = await now();
    const url = `${policy.rdapUrl}domain/${facts.name}`;
    const lines = whoisText(domain, policy, { at }).trimEnd().split('\r\n');
    return { answer: domainAnswer(domain, policy, { url, at }), lines };
  });
  print(flags, shown.answer, shown.lines);
}
