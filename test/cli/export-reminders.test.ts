/** hostmaster export reminders: what was sent to registrants, after a year of the sandbox's clock. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Operator } from './operator.ts';

const settings = { HOSTMASTER_REGISTRATION_DATA_REMINDER: 'on' };

describeService(
  'hostmaster export reminders',
  (service) => {
    it('writes a row for each reminder of the period', async () => {
      const { client } = await service.workspace();
      const domain = service.freshName();
      const email = 'reminded@example.org';
      const order = { domain, years: 2, contact: { ...contact, email } };
      await client.call('registerDomain', order);
      await service.untilLive(client, domain);
      const operator = new Operator(service.place, settings);
      await operator.text('sandbox', 'advance', '367d');

      const file = join(service.place.dataDir, 'reminders.csv');
      const report = await operator.json('export', 'reminders', '--out', file);
      expect(report).toEqual({
        reminders: 1,
        file,
        from: expect.any(String),
        until: expect.any(String),
      });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const [heading, row, ...others] = (await readFile(file, 'utf8')).split('\r\n');
      expect(heading).toBe('domain,address,sent at,state');
      expect(others).toEqual(['']);
      const { domain: shown } = await client.call('getDomain', { domain });
      const year = Number(shown.createdAt.slice(0, 4)) + 1;
      expect(row).toMatch(new RegExp(`^${domain},${email},${year}-[^,]+Z,sent$`));

      const early = join(service.place.dataDir, 'early.csv');
      const period = ['--from', '2001-01-01', '--until', '2001-12-31'];
      const text = await operator.text('export', 'reminders', '--out', early, ...period);
      expect(text).toContain('Wrote 0 reminders from 2001-01-01 to 2001-12-31');
      expect(await readFile(early, 'utf8')).toBe('domain,address,sent at,state\r\n');
    });

    it('refuses what it cannot write', async () => {
      const operator = new Operator(service.place);
      const out = (name: string) => [
        'export',
        'reminders',
        '--out',
        join(service.place.dataDir, name),
      ];
      await operator.text(...out('twice.csv'));
      expect(await operator.refused(...out('twice.csv'))).toContain('already exists');
      expect(await operator.refused(...out('no/such/file.csv'))).toContain('--out');
      for (const day of ['yesterday', '2026-02-30', '2026-1-1', '99999-01-01', '']) {
        expect(await operator.refused(...out('day.csv'), '--from', day), day).toContain('--from');
      }
      const backwards = ['--from', '2026-02-02', '--until', '2026-02-01'];
      expect(await operator.refused(...out('day.csv'), ...backwards)).toContain('--until');
    });
  },
  { settings },
);
