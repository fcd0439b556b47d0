/** Domains with their auth codes, as typed or pasted: one per line. */
import { readTransferLine, type TransferLine } from '@hostmaster/contract/transfer-line';

const transfersMax = 10_000;

/** Or why the list cannot be read, by the number of the line. */
export function readTransferList(text: string): readonly TransferLine[] | string {
  const transfers: TransferLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readTransferLine(line);
    if (read === null) return `Line ${index + 1} has no auth code. Write it after the domain.`;
    if (!read.domain.includes('.')) return `Line ${index + 1} doesn't begin with a domain name.`;
    transfers.push(read);
  }
  if (transfers.length === 0) return 'Enter the domains and their auth codes.';
  if (transfers.length <= transfersMax) return transfers;
  return `Enter at most ${transfersMax.toLocaleString()} domains.`;
}
