/**
 * The store runs out of space under load: 503 and nothing half-written; once there is space again
 * everything works without a restart.
 */
import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openSmallDisk, type SmallDisk } from '@hostmaster/test-rig/crash-small-disk';
import {
  describeOnBothEngines,
  type TestEngine,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { shared } from '@hostmaster/test-rig/shared';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { openCrashSite } from './crash-site.ts';
import type { CustomerChange, Receipt } from './customer.ts';
import { expectLedgerVerified, expectSettledAndSound, settled } from './examine.ts';
import { homes } from './load.ts';

const roundsMax = 60;
const refusalsEnough = 20;

describeOnBothEngines('a full disk', (engine) => {
  const disk = openSmallDisk({ megabytes: engine.name === 'sqlite' ? 16 : 48 });

  it.skipIf(disk === null)('is answered with 503, loses nothing and needs no restart', async () => {
    if (disk === null) return;
    engine.afterwards(async () => disk.remove());
    const site = await openCrashSite(engine, await placeOn(engine, disk));
    const { customer, place } = site;
    const server = await site.start();
    await customer.registerAll(homes);
    await settled(place);

    disk.fill();
    const refused: Receipt[] = [];
    for (let round = 0; round < roundsMax && refused.length < refusalsEnough; round += 1) {
      const receipts = await customer.sendAll(changes(round));
      refused.push(...receipts.filter((receipt) => receipt.status !== 200));
    }
    expect(refused.length).toBeGreaterThanOrEqual(refusalsEnough);
    for (const { status, body, headers } of refused) {
      expect({ status, code: body.code, retry: headers['retry-after'] }).toEqual({
        status: 503,
        code: expect.stringMatching(/^(storage|registry)_unavailable$/),
        retry: expect.stringMatching(/^\d+$/),
      });
    }
    expect(refused.some(({ body }) => body.code === 'storage_unavailable')).toBe(true);

    disk.free();
    const receipts = await customer.sendAll(changes(roundsMax));
    expect(new Set(receipts.map((receipt) => receipt.status))).toEqual(new Set([200]));
    await expectSettledAndSound(place, customer.receipts);
    await server.destroy();
    await expectLedgerVerified(place);
  });
});

/** Long values fill pages quickly; registrations change the ledger meanwhile. */
function changes(round: number): CustomerChange[] {
  const records = Array.from({ length: 40 }, (_, index): CustomerChange => {
    const value = `${round}-${index}-`.padEnd(240, 'x');
    return { kind: 'record', name: homes[index % homes.length] ?? '', value };
  });
  return [...records, { kind: 'register', name: `full-${round}.com`, years: 1 }];
}

async function placeOn(engine: TestEngine, disk: SmallDisk): Promise<TestPlace> {
  if (engine.name === 'sqlite') return { dataDir: disk.path, databaseUrl: null };
  const { dataDir } = await engine.place();
  // The server of the run belongs to another user when the tests run as root.
  const owner = statSync(join(inject('temporaryDirectory'), 'postgres'));
  chownSync(disk.path, owner.uid, owner.gid);
  const name = `full_${process.pid}`;
  await administer(
    `create tablespace ${name} location '${disk.path}'`,
    `create database ${name} template template0 tablespace ${name}`,
  );
  engine.afterwards(() =>
    administer(`drop database if exists ${name} with (force)`, `drop tablespace ${name}`),
  );
  const url = new URL(await shared('postgres'));
  url.pathname = `/${name}`;
  return { dataDir, databaseUrl: url.href };
}

async function administer(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: await shared('postgres') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
