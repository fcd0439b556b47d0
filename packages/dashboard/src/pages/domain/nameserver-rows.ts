/** The rows of the nameserver form: changed, moved, added and removed. */
export interface NameserverRow {
  /** Keeps the row's identity while it is moved. */
  readonly id: number;
  readonly host: string;
}

export const rowsMin = 2;
export const rowsMax = 13;

export function rowsOf(hosts: readonly string[]): readonly NameserverRow[] {
  return hosts.map((host, id) => ({ id, host }));
}

export function addRow(rows: readonly NameserverRow[]): readonly NameserverRow[] {
  if (rows.length >= rowsMax) return rows;
  return [...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, host: '' }];
}

export function removeRow(rows: readonly NameserverRow[], id: number): readonly NameserverRow[] {
  return rows.filter((row) => row.id !== id);
}

export function changeRow(
  rows: readonly NameserverRow[],
  { id, host }: NameserverRow,
): readonly NameserverRow[] {
  return rows.map((row) => (row.id === id ? { id, host } : row));
}

/**
 * Several hosts at once, as pasted from a mail or another form: the first replaces the row, the others
 * follow it and take the place of blank rows.
 */
export function pasteHosts(
  rows: readonly NameserverRow[],
  { id, hosts }: { readonly id: number; readonly hosts: readonly string[] },
): readonly NameserverRow[] {
  const at = rows.findIndex((row) => row.id === id);
  const isKept = ({ host }: NameserverRow) => host.trim() !== '';
  const before = rows.slice(0, at).filter(isKept);
  const after = rows.slice(at + 1).filter(isKept);
  const nextId = Math.max(-1, ...rows.map((row) => row.id)) + 1;
  const pasted = hosts.map((host, index) => ({ id: index === 0 ? id : nextId + index, host }));
  return [...before, ...pasted, ...after].slice(0, rowsMax);
}

/** The hosts of a pasted text; null when it is one host or none. */
export function readHosts(text: string): readonly string[] | null {
  const hosts = text.split(/[\s,;]+/).filter((host) => host !== '');
  return hosts.length > 1 ? hosts : null;
}

/** Moves a row up (-1) or down (1); unchanged at the ends. */
export function moveRow(
  rows: readonly NameserverRow[],
  { id, by }: { readonly id: number; readonly by: -1 | 1 },
): readonly NameserverRow[] {
  const from = rows.findIndex((row) => row.id === id);
  const [row, other] = [rows[from], rows[from + by]];
  if (row === undefined || other === undefined) return rows;
  return rows.map((one) => (one === row ? other : one === other ? row : one));
}

/** The hosts to send, without blank rows. */
export function hostsOf(rows: readonly NameserverRow[]): string[] {
  return rows.map(({ host }) => host.trim()).filter((host) => host !== '');
}

/** Errors by row, checked before the request. */
export function checkRows(rows: readonly NameserverRow[]): Readonly<Record<string, string>> {
  const hosts = hostsOf(rows);
  const blank = rows.find(({ host }) => host.trim() === '');
  const twice = rows.filter(({ host }, at) => {
    const text = sameHost(host);
    return text !== '' && rows.findIndex((row) => sameHost(row.host) === text) < at;
  });
  return {
    ...(hosts.length < rowsMin && blank !== undefined
      ? { [rowPath(blank.id)]: 'Enter at least two nameservers.' }
      : {}),
    ...Object.fromEntries(
      twice.map(({ id }) => [rowPath(id), 'This nameserver is already in the list.']),
    ),
  };
}

/** Maps an API error path to its row: the API does not count blank rows. */
export function rowOfPath(rows: readonly NameserverRow[], path: string): string | null {
  const index = /^nameservers\[(\d+)\]$/.exec(path)?.[1];
  if (index === undefined) return null;
  const sent = rows.filter(({ host }) => host.trim() !== '');
  const row = sent[Number(index)];
  return row === undefined ? null : rowPath(row.id);
}

export function rowPath(id: number): string {
  return `rows[${id}]`;
}

function sameHost(host: string): string {
  return host.trim().toLowerCase().replace(/\.$/, '');
}
