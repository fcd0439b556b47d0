/** The list as CSV (RFC 4180), and the names in the first column of such a file. */
import type { ListedDomain } from '../../domains/domains-query.ts';
import { statusStyle } from '../../domains/status-style.ts';
import { columnTitles, problemTitles } from './column-titles.ts';
import { suffixOf } from './list-view.ts';

const columns: Readonly<Record<keyof typeof columnTitles, (domain: ListedDomain) => string>> = {
  status: ({ status }) => statusStyle[status].label,
  expires: ({ expiresAt }) => expiresAt,
  renewal: ({ autoRenew }) => (autoRenew ? 'On' : 'Off'),
  created: ({ createdAt }) => createdAt,
  suffix: ({ name }) => suffixOf(name),
  tags: ({ tags }) => tags.join(' '),
  nameservers: ({ nameservers }) => nameservers.join(' '),
  dnssec: ({ isSigned }) => (isSigned ? 'On' : 'Off'),
  problem: ({ problem }) => (problem === null ? '' : problemTitles[problem]),
};

export function domainCsv(domains: readonly ListedDomain[]): string {
  const header = ['Name', ...Object.values(columnTitles)];
  const rows = domains.map((domain) => [
    domain.name,
    ...Object.values(columns).map((textOf) => textOf(domain)),
  ]);
  return [header, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Names in lower case, each once; a header is no name, because it has no dot. */
export function namesInCsv(text: string): readonly string[] {
  const cells = text.split(/[\r\n]+/).map((line) => line.split(/[,;\t]/)[0] ?? '');
  const names = cells.map((cell) => cell.replaceAll('"', '').trim().toLowerCase());
  return [...new Set(names.filter((name) => name.includes('.')))];
}
