/** One line of a list of transfers: a domain and, after spaces, a comma or a semicolon, its auth code. */

export interface TransferLine {
  readonly domain: string;
  readonly authCode: string;
}

/** Null when the line lacks one of them. */
export function readTransferLine(text: string): TransferLine | null {
  const line = text.trim();
  const end = line.search(/[\s,;]/);
  if (end <= 0) return null;
  const authCode = line.slice(end).replace(/^[\s,;]+/, '');
  return authCode === '' ? null : { domain: line.slice(0, end), authCode };
}
