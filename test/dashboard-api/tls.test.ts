import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { password, person } from './people.ts';

const publicUrl = 'https://names.example';

describeEdge(
  'behind a public address with TLS',
  (service) => {
    it('the cookie is bound to the host and to TLS, and the public origin is the page’s own', async () => {
      const someone = await person(service);
      const page = new DashboardClient(service.client, { origin: publicUrl });
      const first = await page.request('getSession', {});
      expect(first.headers['set-cookie']).toEqual([
        expect.stringMatching(
          /^__Host-hostmaster=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
        ),
      ]);
      const session = await page.call('signIn', { email: someone.email, password });
      expect(session).toMatchObject({ account: { id: someone.id }, service: { publicUrl } });
    });

    it('403: neither the same host without TLS nor one beside it', async () => {
      const page = new DashboardClient(service.client, { origin: publicUrl });
      await page.open();
      for (const origin of [
        'http://names.example',
        'https://names.example:8443',
        'https://names.example.evil.example',
        'https://evil.names.example',
      ]) {
        const answer = await page.request('signOut', {}, { headers: { origin } });
        expectRefusal(answer, { status: 403, code: 'csrf_refused' });
      }
    });

    it('a plain cookie of that name is not read', async () => {
      const someone = await person(service);
      const page = new DashboardClient(service.client, { origin: publicUrl });
      await page.open();
      await page.call('signIn', { email: someone.email, password });
      page.cookie = page.cookie?.replace('__Host-', '') ?? null;
      expect((await page.open()).account).toBeNull();
    });
  },
  { settings: { HOSTMASTER_PUBLIC_URL: publicUrl } },
);
