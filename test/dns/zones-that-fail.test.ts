/** Zones that cannot be signed, such as those whose key is lost, hold up no others. */
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { runStatement } from '@hostmaster/test-rig/run-statement';
import { configFor } from '@hostmaster/test-rig/service-config';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStores, type Stores } from '../../packages/server/src/composition/open-stores.ts';
import { ZoneSigner } from '../../packages/server/src/publication/zone-signer.ts';
import { newWorkspace } from '../../packages/server/src/workspaces/workspaces.ts';
import { insertPortfolio } from '../lifecycle/portfolio.ts';

/** More than one page of each list. */
const count = 130;
const now = Date.now();

describeOnBothEngines('zones whose key cannot be read', (engine) => {
  let stores: Stores;
  let place: TestPlace;
  beforeAll(async () => {
    place = await engine.place();
    stores = await openStores(configFor(place));
    const workspace = newWorkspace({ name: 'W', email: null, creditCents: 0, at: now });
    const { id: workspaceId } = await persistDecided(stores.database, workspace);
    const dates = { expiresAt: () => now, dueAt: () => null, noticedUntil: now };
    await insertPortfolio(stores.database, { workspaceId, count, prefix: 'lost', ...dates });
    const byte = engine.name === 'sqlite' ? "x'00'" : "'\\x00'::bytea";
    for (const statement of [
      "update domains set signing = 'signed'",
      `insert into zone_keys (id, domain_id, private_key, dnskey, created_at)
        select 'zkey_' || id, id, 'lost', ${byte}, 0 from domains`,
      `insert into zones (name, domain_id, serial, previous_serial, changed_at, catalog_due)
        select name, id, 1, 1, 0, 0 from domains`,
    ]) {
      await runStatement(place, statement);
    }
  });
  afterAll(() => stores.close());

  it.each([
    [
      'CDS records of the others',
      `insert into domain_dnssec (domain_id, phase, since, offers_due)
        select id, 'on', 0, 1 from domains`,
    ],
    [
      'signatures of the others',
      `insert into zone_signatures (domain_id, sort_key, type, records, refresh_at)
        select domains.id, n, 1, dnskey, 1 from domains
        join zone_keys on zone_keys.domain_id = domains.id
        cross join (select 'a' as n union select 'b' union select 'c' union select 'd' union select 'e' union select 'f') as numbers`,
    ],
  ])('hold up no %s', async (_, statement) => {
    await runStatement(place, statement);
    const attempted = new Set<string>();
    const log = pino({ level: 'warn' }, { write: (line) => note(line) });
    const signer = new ZoneSigner({ ...stores, log });
    const all = Promise.withResolvers<void>();
    function note(line: string): void {
      const { domainId } = JSON.parse(line) as { domainId?: string };
      if (domainId !== undefined) attempted.add(domainId);
      if (attempted.size === count) all.resolve();
    }
    signer.start();
    await all.promise;
    await signer.stop();
    expect(attempted.size).toBe(count);
    await runStatement(place, 'delete from domain_dnssec');
    await runStatement(place, 'delete from zone_signatures');
  });
});
