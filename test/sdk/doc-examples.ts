/** The examples of the SDK's doc comments and README, as modules that a test compiles and runs. */
import { globSync } from 'node:fs';
import { codeBlocks, read, root } from '../docs/documents.ts';

export interface DocExample {
  /** The file, and which of its examples it is. */
  readonly title: string;
  readonly text: string;
}

const readme = 'packages/sdk/README.md';

export function docExamples(): readonly DocExample[] {
  const files = globSync('packages/sdk/src/*.ts', { cwd: root }).sort();
  const comments = files.flatMap((file) =>
    [...read(file).matchAll(/^\/\*\*\n(?: \*.*\n)+? \*\//gm)].flatMap(([comment]) =>
      codeBlocks(comment.replaceAll(/^ \*(?: |$)/gm, '')).map(({ text }) => ({ file, text })),
    ),
  );
  const sections = codeBlocks(read(readme))
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => ({ file: readme, text }));
  return [...comments, ...sections].map(({ file, text }, index) => ({
    title: `${index + 1}. ${file}`,
    text,
  }));
}

/** What the SDK exports besides types, from its entry. */
export function exportedValues(): readonly string[] {
  return [...read('packages/sdk/src/index.ts').matchAll(/^export \{([^}]+)\}/gm)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => !name.startsWith('type '));
}

/**
 * A module that runs an example. What the reader has already is imported from ./reader.ts, and so is the
 * SDK where the example does not import it itself. The example uses a domain of its own for example.com.
 */
export function moduleOf({ text }: DocExample, reader: { readonly domain: string }): string {
  const imports = text.split('\n').filter((line) => line.startsWith('import '));
  const body = text.split('\n').filter((line) => !line.startsWith('import '));
  const lines = body
    .join('\n')
    .replaceAll('example.com', reader.domain)
    .replaceAll("'https://names.example.net'", 'baseUrl')
    .replaceAll("'hm_live_…'", 'apiKey')
    .replaceAll("'whsec_…'", 'secret');
  const sdk =
    imports.length > 0
      ? imports
      : [`import { ${exportedValues().join(', ')} } from '@hostmaster/sdk';`];
  return `${sdk.join('\n')}
import { apiKey, baseUrl, body, client, contact, handle, headers, hostmaster, order, request, secret, store, stored, token } from './reader.ts';

const domain = '${reader.domain}';

export async function run(): Promise<void> {
${lines}
}
`;
}

/** What a reader of the examples has: a client, a contact, a signed message, and somewhere to store a cursor. */
export const readerModule = `import { createHmac } from 'node:crypto';
import { createClient } from '@hostmaster/sdk';

const { API_URL, API_KEY, CONTACT, SECRET } = process.env;
export const baseUrl = API_URL ?? '';
export const apiKey = API_KEY ?? '';
export const secret = SECRET ?? '';
export const client = createClient({ baseUrl, apiKey });
export const hostmaster = client;
export const contact = JSON.parse(CONTACT ?? '') as Parameters<typeof client.registerDomain>[0]['contact'];
export const order = { id: crypto.randomUUID() };
export const token = 'token';
export const stored: string | undefined = undefined;

/** Ends a loop that follows events without an end. */
export class Enough extends Error {}

export async function handle(event: { readonly id: string }): Promise<void> {
  if (event.id === '') throw new Error('The event has no id.');
}

export async function store(cursor: string | undefined): Promise<void> {
  if (cursor !== undefined) throw new Enough();
}

const sent = { id: 'evt_1', type: 'domain.released', at: '2026-01-01T00:00:00Z', domain: 'example.com', data: {} };
export const body = JSON.stringify(sent);
const timestamp = String(Math.floor(Date.now() / 1_000));
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
const signature = createHmac('sha256', key).update(\`evt_1.\${timestamp}.\${body}\`).digest('base64');
export const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': \`v1,\${signature}\`,
};
export const request = { headers };
`;
