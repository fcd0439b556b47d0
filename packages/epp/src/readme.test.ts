/** The README says what the code does: its examples run, its tables list what exists. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EppPool } from './client/epp-pool.ts';
import { notSentReasons, outcomeUnknownReasons } from './errors.ts';
import { MemoryRegistry } from './fixtures/memory-registry.ts';
import { register } from './fixtures/readme-client.ts';
import { serve } from './fixtures/readme-front.ts';
import { pem, startRegistry } from './fixtures/registry-peer.ts';
import { faultKinds } from './front/fault-plan.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  for (const name of ['readme-client', 'readme-front']) {
    test(`prints ${name} word for word`, () => {
      const source = readFileSync(new URL(`./fixtures/${name}.ts`, import.meta.url), 'utf8');
      const example = source.slice(source.indexOf('import '));
      expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
    });
  }

  const tables: Record<string, [heading: string, names: readonly string[]]> = {
    'reasons for not sending': ['| reason | cause |', notSentReasons],
    faults: ['| fault | what the front does |', faultKinds],
  };
  for (const [what, [heading, names]] of Object.entries(tables)) {
    test(`lists all ${what}, in order`, () => expect(rowsBelow(heading)).toEqual(names));
  }

  test('lists all reasons for not knowing, in order', () => {
    const part = readme.slice(readme.indexOf('`EppOutcomeUnknownError.reason`'));
    expect(rowsBelow('| reason | cause |', part)).toEqual(outcomeUnknownReasons);
  });
});

test('the examples of the README do what they say', async () => {
  const registry = new MemoryRegistry();
  await using peer = await startRegistry();
  const { server, port } = await serve(registry, { cert: pem('server'), key: pem('server.key') });
  const pool = new EppPool({ ...peer.clientOptions, port });
  const journal: string[] = [];
  const note = async (id: string) => {
    journal.push(id);
  };
  expect(await register(pool, 'shop.example', note)).toBe(
    'ask with infoDomain before anything else',
  );
  expect(registry.domains.has('shop.example')).toBe(true);
  expect(await register(pool, 'shop.example', note)).toBe('refused with 2302');
  expect(await register(pool, 'cafe.example', note)).toMatch(/^registered until /);
  expect(new Set(journal).size).toBe(3);
  await pool.close();
  expect(await register(pool, 'late.example', note)).toBe(
    'nothing was sent (pool-closed): try later',
  );
  await server.close();
});

function rowsBelow(heading: string, text = readme): string[] {
  const table = text.slice(text.indexOf(heading)).split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? '');
}
