import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSecretBox } from './secret-box.ts';
import { addKey, removePreviousKey } from './secret-file.ts';

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

it('follows a rotation of the file without being opened again', () => {
  const file = join(directory, 'secret.key');
  const running = openSecretBox(file);
  const before = running.seal('before');
  const derived = running.derivedKeys('a purpose');
  expect(derived).toHaveLength(1);

  addKey(file);
  const other = openSecretBox(file);
  const between = other.seal('between');
  expect(other.isCurrent(before)).toBe(false);
  expect(running.open(between)).toBe('between');
  expect(running.open(before)).toBe('before');
  expect(other.isCurrent(running.seal('after'))).toBe(true);
  expect(running.derivedKeys('a purpose')[1]).toEqual(derived[0]);
  // A rotation that was interrupted goes on with the same keys.
  addKey(file);
  expect(openSecretBox(file).isCurrent(between)).toBe(true);

  removePreviousKey(file);
  expect(running.isCurrent(between)).toBe(true);
  expect(openSecretBox(file).open(between)).toBe('between');
  expect(() => openSecretBox(file).open(before)).toThrow('No key of the secret file');
  expect(running.derivedKeys('a purpose')).toHaveLength(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['secret.key']);
});

it('does not use keys that an older rotation left behind', () => {
  const file = join(directory, 'secret.key');
  const box = openSecretBox(file);
  const sealed = box.seal('x');
  // Left by a rotation that ended before its file was in place, from an older key.
  writeFileSync(`${file}.next`, `${'ab'.repeat(32)}\n${'cd'.repeat(32)}\n`);
  addKey(file);
  expect(box.isCurrent(sealed)).toBe(false);
  expect(box.open(sealed)).toBe('x');
  expect(readFileSync(file, 'utf8')).not.toContain('abab');
  expect(readdirSync(directory)).toEqual(['secret.key']);
});
