/** Signing in at an identity provider in the browser: the buttons, links of an account, confirmation. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query } from '@hostmaster/test-rig/any-query';
import { clientSecret, TestIdentityProvider } from '@hostmaster/test-rig/identity-provider';
import { afterAll, expect, it } from 'vitest';
import { startResolver } from '../dns-update/resolver.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { takePictures } from './screenshots.ts';

const agePasswords = query<object>()(({ db }) =>
  db.updateTable('sessions').set({ password_at: 1 }),
);

const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const acme = await TestIdentityProvider.open([`${publicUrl}/oidc/acme/callback`]);
const resolver = await startResolver();
afterAll(() => Promise.all([acme.close(), resolver.close()]));
const record = '_hostmaster-sign-in.acme.example';
resolver.set(record, [`${record}. 300 TXT "service=${publicUrl} issuer=${acme.issuer}"`]);

const directory = await mkdtemp(join(tmpdir(), 'providers-'));
const file = join(directory, 'providers.json');
await writeFile(join(directory, 'client.secret'), clientSecret);
await writeFile(
  file,
  JSON.stringify({
    providers: [
      {
        id: 'acme',
        name: 'Acme',
        issuer: acme.issuer,
        clientId: 'hostmaster',
        clientSecretFile: 'client.secret',
        privateAddresses: true,
        domains: ['acme.example'],
      },
    ],
  }),
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

describeDashboard(
  'Sign-in at a provider',
  (dashboard) => {
    const grace = { sub: 'grace', name: 'Grace Hopper', email: 'grace@acme.example' };

    it('is linked, confirms a change and is unlinked under Account', async () => {
      acme.expect({ sub: 'ada', name: 'Ada', email: 'ada@elsewhere.example' });
      const { page } = await dashboard.signedIn('account');
      await page.getByRole('button', { name: 'Link Acme' }).click();
      await page.getByRole('button', { name: 'Unlink Acme' }).waitFor();
      await page.getByText('ada@elsewhere.example').waitFor();
      await expectAccessible(page);
      await takePictures(page, 'linked-sign-ins');

      await dashboard.service.database.transaction((tx) => tx.run(agePasswords, {}));
      const before = acme.sessions.length;
      const dialog = page.getByRole('dialog', { name: 'Unlink Acme?' });
      const unlink = async () => {
        await page.getByRole('button', { name: 'Unlink Acme' }).click();
        await dialog.getByRole('button', { name: 'Unlink' }).click();
      };
      await unlink();
      const question = page.getByRole('dialog', { name: 'Confirm your password' });
      await question.getByText("You'll come back to this page.").waitFor();
      await expectAccessible(page);
      await takePictures(page, 'provider-confirmation');
      await question.getByRole('button', { name: 'Confirm with Acme' }).click();
      await expect.poll(() => acme.sessions.length).toBeGreaterThan(before);
      // Back on the page, the change needs no password.
      await page.waitForURL(/\/account$/);
      await unlink();
      await page.getByRole('button', { name: 'Link Acme' }).waitFor();
    });

    it.each(['desktop', 'phone'] as const)(
      'has a button that leads there and back (%s)',
      async (width) => {
        acme.expect(grace);
        const { page } = await dashboard.visit('/sign-in', { width });
        await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
        await expectAccessible(page);
        await takePictures(page, 'sign-in-providers');
        await page.getByRole('link', { name: 'Continue with Acme' }).click();
        // The account of a bound domain was created, and has no workspace yet.
        await page.waitForURL(/\/dashboard/);
        await page
          .getByText(/workspace/i)
          .first()
          .waitFor();
        await expect
          .poll(async () => {
            const answer = await page.request.get(`${publicUrl}/dashboard/api/session`);
            return ((await answer.json()) as { account: { email: string } | null }).account?.email;
          })
          .toBe(grace.email);
      },
    );

    it('says what to do where no account is linked', async () => {
      acme.expect({ sub: 'stranger', name: 'Eve', email: 'eve@evil.example' });
      const { page } = await dashboard.visit('/sign-in');
      await page.getByRole('link', { name: 'Continue with Acme' }).click();
      await page.getByText(/No account here is linked to this sign-in at Acme/).waitFor();
      await expectAccessible(page);
      await takePictures(page, 'provider-refused');
      await page.getByRole('link', { name: 'Back to sign-in' }).click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    });
  },
  {
    settings: {
      PORT: String(port),
      HOSTMASTER_PUBLIC_URL: publicUrl,
      HOSTMASTER_OIDC_CONFIG: file,
      HOSTMASTER_RESOLVER: resolver.address,
    },
  },
);
