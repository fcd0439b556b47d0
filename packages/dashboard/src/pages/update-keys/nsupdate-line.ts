/** An nsupdate command to try a key, for a name and type that the key allows. */
import type { NewUpdateKey } from './update-keys-query.ts';

const samples: Readonly<Record<string, string>> = {
  A: '192.0.2.1',
  AAAA: '2001:db8::1',
  CNAME: 'www.example.net.',
  TXT: '"it works"',
};

export function nsupdateLine(
  created: NewUpdateKey,
  server: { readonly host: string; readonly port: number } | null,
): string {
  const { key, secret } = created;
  const domain = key.domains?.[0] ?? 'YOUR-DOMAIN';
  const type = Object.keys(samples).find((known) => key.types?.includes(known) ?? known === 'TXT');
  const change =
    type === undefined
      ? []
      : [`update add ${sampleName(key.namePattern, domain)}. 60 ${type} ${samples[type]}`];
  return [
    `nsupdate -y ${key.algorithm}:${key.name}:${secret} <<'END'`,
    `server ${server === null ? 'YOUR-PRIMARY' : `${server.host} ${server.port}`}`,
    `zone ${domain}.`,
    ...change,
    'send',
    'END',
  ].join('\n');
}

/** A name that the pattern matches: a leading star needs a label, a trailing one does not. */
function sampleName(pattern: string, domain: string): string {
  if (pattern === '@') return domain;
  if (pattern === '*') return `test.${domain}`;
  const labels = pattern.split('.');
  if (labels.at(-1) === '*') labels.pop();
  return [...labels.map((label) => label.replace('*', 'test')), domain].join('.');
}
