/** Templates of the operator: HOSTMASTER_TEMPLATES. */
import { fileURLToPath } from 'node:url';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeEdge(
  'templates of the operator',
  (service) => {
    it('are listed and applied beside ours, or in their place', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const { templates } = await client.call('listTemplates', {});
      expect(templates).toHaveLength(13);
      expect(templates.map(({ id }) => id)).toContain('our-hosting');
      const titles = templates.filter(({ id }) => id === 'parked').map(({ title }) => title);
      expect(titles).toEqual(['Our parking page']);
      const { plan } = await client.call('applyTemplate', { domain, templateId: 'our-hosting' });
      expect(plan.added.map(({ name, type, value }) => `${name} ${type} ${value}`)).toEqual([
        '@ ALIAS web.example.net',
        'www CNAME web.example.net',
      ]);
    });
  },
  {
    settings: {
      HOSTMASTER_TEMPLATES: fileURLToPath(new URL('fixtures/templates', import.meta.url)),
    },
  },
);
