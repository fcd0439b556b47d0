/** Reads the flag --domains: names separated by commas. */
import { normaliseDomainName } from '../domains/domain-name.ts';
import { CommandError } from './command.ts';

export function parseDomains(text: string): string[] {
  return text.split(',').map((part) => {
    const name = normaliseDomainName(part);
    if (name === null) throw new CommandError(`--domains: "${part.trim()}" is not a domain name.`);
    return name;
  });
}
