/** Domains with their auth codes, as typed or pasted: one per line. */
import type { Input } from '@hostmaster/contract';

export type ListedTransfer = NonNullable<Input<'createBulk'>['transfers']>[number];

export const transfersMax = 10_000;

/** Or why the list cannot be read, by the number of the line. */
export function readTransferList(text: string): readonly ListedTransfer[] | string {
  const transfers: ListedTransfer[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, domain, authCode] = /^\s*([^\s,;]+)[\s,;]+(\S.*?)\s*$/.exec(line) ?? [];
    if (domain === undefined || authCode === undefined) {
      return `Line ${index + 1} has no auth code. Write it after the domain.`;
    }
    if (!domain.includes('.')) return `Line ${index + 1} doesn't begin with a domain name.`;
    transfers.push({ domain, authCode });
  }
  if (transfers.length === 0) return 'Enter the domains and their auth codes.';
  if (transfers.length <= transfersMax) return transfers;
  return `Enter at most ${transfersMax.toLocaleString()} domains.`;
}
