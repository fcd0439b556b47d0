/** Keys of signed domains that are replaced by their age. */
import { dayMs } from '@hostmaster/contract/durations';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { dnssecOf, signedDomain, typesOf, untilPhase } from '../api/dnssec-phases.ts';

describeService(
  'keys that are replaced after 60 days',
  (service) => {
    it('begin to be replaced when they are that old, and only then', async () => {
      const { client } = await service.workspace();
      const domain = await signedDomain(service, client);
      const [old] = (await dnssecOf(client, domain)).keys;
      await service.advanceCalendar(58 * dayMs);
      expect(await dnssecOf(client, domain)).toMatchObject({ phase: 'on', keys: [old] });
      expect(await typesOf(client, domain)).not.toContain('dnssec.rolling');
      await service.advanceCalendar(dayMs);
      await untilPhase(client, domain, 'waiting_for_key_in_caches');
      await service.advanceCalendar(dayMs);
      await untilPhase(client, domain, 'waiting_for_new_ds');
      await service.advanceCalendar(2 * dayMs);
      await untilPhase(client, domain, 'waiting_for_old_ds');
      await service.advanceCalendar(2 * dayMs);
      await untilPhase(client, domain, 'on');
      const { keys } = await dnssecOf(client, domain);
      expect(keys).toHaveLength(1);
      expect(keys[0]?.ds).not.toBe(old?.ds);
      const { events } = await client.call('listEvents', { limit: 100 });
      const rolling = events.filter(({ type }) => type === 'dnssec.rolling');
      expect(rolling).toMatchObject([{ data: { cause: 'schedule' } }]);
    });
  },
  { settings: { HOSTMASTER_DNSSEC_ROLL_AFTER: '60d' } },
);
