import { sqliteDialect } from '@hostmaster/storage';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { expect, it } from 'vitest';
import { Refusal } from '../base/errors.ts';
import { ContactSealer } from './contact-sealer.ts';
import { model } from './open-database.ts';
import { PostgresWrites } from './postgres-writes.ts';
import { RowStatements } from './row-statements.ts';
import { update } from './row-write.ts';
import { domains } from './tables/domains/domains.ts';

/** Stands for the secret file: what it seals has the name of its key. */
const box = (key: string) => ({
  seal: (plain: string) => `${key} ${Buffer.from(plain).toString('base64')}`,
  open(sealed: string) {
    if (!sealed.startsWith(`${key} `)) throw new Error('another key');
    return Buffer.from(sealed.slice(key.length + 1), 'base64').toString();
  },
});

it('writes plain texts until it is turned on, and reads both forms at any time', () => {
  const sealer = new ContactSealer(box('a'));
  const plain = sealer.seal('{"city":"Paris"}');
  expect(plain).toBe('{"city":"Paris"}');
  sealer.turn(true);
  const sealed = sealer.seal(plain);
  expect(sealed).not.toContain('Paris');
  sealer.turn(false);
  expect([plain, sealed].map((stored) => sealer.open(stored))).toEqual([plain, plain]);
});

it('refuses what another key has sealed, with what to do about it', () => {
  const other = new ContactSealer(box('b'));
  other.turn(true);
  const open = () => new ContactSealer(box('a')).open(other.seal('{}'));
  expect(open).toThrow(Refusal);
  expect(open).toThrow('restore the secret file');
});

it('is never compared in a statement, because equal contacts are stored differently', () => {
  const write = () => update(domains, { id: 'a', contact: requiredContact }, { autoRenew: true });
  const sealer = new ContactSealer(null);
  const rows = new RowStatements(model, sqliteDialect, sealer);
  expect(() => rows.of(write())).toThrow('contact is sealed');
  const merged = new PostgresWrites(model, sealer);
  expect(() => merged.statements([[write()], [write()]])).toThrow('contact is sealed');
});
