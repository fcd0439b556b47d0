/** The service is killed while it encrypts the registrant contacts of an earlier version. */
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { savedContacts } from '../../packages/server/src/storage/tables/contacts/saved-contacts.ts';
import { copyContacts, countPlainContacts, forgetSealing } from '../storage/plain-contacts.ts';
import { openCrashSite } from './crash-site.ts';
import { configOf, expectSettledAndSound, settled } from './examine.ts';
import { type Fault, faultVariable, readMarks } from './fault.ts';

const copies = 250;
const atOnce = { HOSTMASTER_CONTACT_ENCRYPTION_DELAY: '0s' };

/** In their order, with how many contacts are plain after each. */
const kills: readonly (Pick<Fault, 'point' | 'subject'> & { readonly plain: number })[] = [
  { point: 'before-commit', subject: 'sealing', plain: copies + 1 },
  { point: 'after-commit', subject: 'sealing', plain: copies + 1 },
  { point: 'before-commit', subject: 'sealed-page', plain: copies + 1 },
  // The page of the one domain, then two of the saved contacts.
  { point: 'after-commit', subject: 'sealed-page', plain: copies },
  { point: 'after-commit', subject: 'sealed-page', plain: copies - 25 },
  { point: 'after-commit', subject: 'sealed-page', plain: copies - 50 },
];

const listSaved = query<object>()(({ db }) =>
  db.selectFrom('saved_contacts').select(savedContacts.select('contact')),
).decodedBy(savedContacts);

describeOnBothEngines('SIGKILL while contacts are encrypted', (engine) => {
  it('loses none and finishes the rest', { timeout: 300_000 }, async () => {
    const site = await openCrashSite(engine);
    const { place, customer } = site;
    await forgetSealing(place);
    let server = await site.start();
    await customer.registerAll(['sealed.com']);
    await settled(place);
    server.kill('SIGTERM');
    expect(await server.exited).toMatchObject({ code: 0 });
    await copyContacts(place, copies);

    for (const { point, subject, plain } of kills) {
      const before = readMarks(place).length;
      const fault = { point, subject, signal: 'SIGKILL' };
      server = await site.start({
        environment: { ...atOnce, [faultVariable]: JSON.stringify(fault) },
      });
      // The last run is part of the stop.
      server.kill('SIGTERM');
      expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect(readMarks(place)).toHaveLength(before + 1);
      expect(await countPlainContacts(place), `${point} ${subject}`).toBe(plain);
    }
    server = await site.start({ environment: atOnce });
    server.kill('SIGTERM');
    expect(await server.exited).toMatchObject({ code: 0 });
    expect(await countPlainContacts(place)).toBe(0);

    const stores = await openStores(configOf(place));
    engine.afterwards(() => stores.close());
    const saved = await stores.database.all(listSaved, {});
    const [first] = saved;
    expect(first?.contact.email).toContain('@');
    expect(saved).toEqual(Array.from({ length: copies }, () => first));
    server = await site.start();
    await expectSettledAndSound(place, customer.receipts);
  });
});
