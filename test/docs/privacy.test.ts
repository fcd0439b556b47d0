/** The examples of docs/privacy.md, one after the other, as a reader runs them. */
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { registrantFields } from '../../packages/server/src/rdap/publication-policy.ts';
import { table } from './documents.ts';
import { runSteps, stepsOf } from './shell-steps.ts';

requirePrograms({ programs: ['whois', 'curl'], packages: ['whois', 'curl'] });

describeEdge(
  'docs/privacy.md',
  (service) => {
    it('shows a domain with and without privacy', async () => {
      const { apiKey } = await service.workspace();
      const steps = stepsOf('docs/privacy.md', 'Try it');
      expect(steps.length).toBeGreaterThan(3);
      const variables = { API: service.url, KEY: apiKey, WHOIS_PORT: String(service.whoisPort) };
      const seen = await runSteps(steps, { variables });
      expect(seen).toEqual(steps.map(({ shown }) => (shown ?? '').trim()));
    });

    it('says of every field where it goes', () => {
      const rows = table('docs/privacy.md', [
        'Field of the owner',
        'Without privacy',
        'With privacy',
      ]);
      const named = rows.map(([, without = '']) => /if `(\w+)` is published/.exec(without)?.[1]);
      expect(named).toEqual([...registrantFields]);
    });
  },
  {
    settings: {
      HOSTMASTER_WHOIS_LISTEN: '127.0.0.1:0',
      HOSTMASTER_PRIVACY_ORGANIZATION: 'Example Privacy',
    },
  },
);
