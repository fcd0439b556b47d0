import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSecretBox } from './secret-box.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hostmaster-secret-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('makes a private key file once, and every later opening reads what the first sealed', () => {
  const file = join(directory, 'secret.key');
  const sealed = openSecretBox(file).seal('Hm1-auth-code');
  expect(sealed).not.toContain('auth-code');
  expect(openSecretBox(file).open(sealed)).toBe('Hm1-auth-code');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['secret.key']);
});

it('seals the same text differently each time', () => {
  const box = openSecretBox(join(directory, 'secret.key'));
  expect(box.seal('x')).not.toBe(box.seal('x'));
});

it('refuses what another key sealed, or what was changed', () => {
  const box = openSecretBox(join(directory, 'one.key'));
  const sealed = box.seal('secret');
  expect(() => openSecretBox(join(directory, 'two.key')).open(sealed)).toThrow();
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => box.open(bytes.toString('base64'))).toThrow();
});

it('says which file does not hold a key', () => {
  const file = join(directory, 'secret.key');
  writeFileSync(file, 'too short');
  expect(() => openSecretBox(file)).toThrow(`${file} must hold 64 hex digits.`);
});
