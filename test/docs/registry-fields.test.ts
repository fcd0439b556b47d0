/** docs/operations.md describes exactly the fields that the reader of HOSTMASTER_EPP_CONFIG accepts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEppConfig } from '../../packages/server/src/adapters/epp/read-epp-config.ts';
import { section, table } from './documents.ts';

type Entry = Readonly<Record<string, unknown>>;

const page = 'docs/operations.md';
let directory: Awaited<ReturnType<typeof createTestDirectory>>;

beforeAll(async () => {
  directory = await createTestDirectory();
  const write = (name: string, text: string) => writeFileSync(join(directory.path, name), text);
  write('login.json', '{"clientId":"us","password":"secret"}');
  for (const name of ['ca.pem', 'client.pem', 'client.key']) write(name, 'PEM');
});
afterAll(() => directory.remove());

function readText(text: string) {
  const file = join(directory.path, 'epp.json');
  writeFileSync(file, text);
  return readEppConfig(file);
}

const entry = { name: 'one', tlds: ['com'], host: 'epp.example', credentialsFile: 'login.json' };
const contact = Object.fromEntries(
  'firstName lastName email phone address1 city stateProvince postalCode country'
    .split(' ')
    .map((field) => [field, 'x']),
);

/** The reader lists them when it refuses an unknown one. */
function acceptedFields(registry: Entry): string[] {
  try {
    readText(JSON.stringify({ registries: [{ ...entry, ...registry }] }));
  } catch (error) {
    const list = /known are (.*)\.$/.exec(error instanceof Error ? error.message : '')?.[1];
    if (list !== undefined) return list.split(', ');
  }
  throw new Error('The unknown field was accepted.');
}

it('lists every field of a registry and no other', () => {
  const odd = { unknown: 1 };
  const documented = table(page, ['Field', 'Default', 'Meaning']).map(([field]) => field);
  const accepted = [
    ...acceptedFields(odd),
    ...acceptedFields({ tls: odd }).map((field) => `tls.${field}`),
    ...acceptedFields({ privacy: { by: 'proxy', contact, ...odd } }).map((f) => `privacy.${f}`),
    ...acceptedFields({ expiry: { policy: 'renews', ...odd } }).map((f) => `expiry.${f}`),
    ...acceptedFields({ fees: { use: 'none', ...odd } }).map((field) => `fees.${field}`),
  ];
  expect(documented.toSorted()).toEqual(accepted.map((field) => `\`${field}\``).toSorted());
});

it('lists every field of the proxy contact', () => {
  const row = table(page, ['Field', 'Default', 'Meaning']).find(
    ([field]) => field === '`privacy.contact`',
  );
  const fields = acceptedFields({
    privacy: { by: 'proxy', contact: { ...contact, unknown: 1 } },
  });
  expect(fields.length).toBeGreaterThan(10);
  for (const field of fields) expect(row?.[2]).toContain(`\`${field}\``);
});

it('shows an example that the reader accepts', () => {
  const text = section(page, 'Connecting to a real registry');
  const example = /```json\n(.*?)```/s.exec(text)?.[1] ?? '';
  expect(readText(example)).toMatchObject([{ name: 'example-registry', tlds: ['example-tld'] }]);
});
