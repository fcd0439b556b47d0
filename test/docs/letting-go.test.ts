/** The examples of docs/transfers.md about a domain that leaves, as a reader runs them. */
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSteps, stepsOf } from './shell-steps.ts';

describe('docs/transfers.md', () => {
  const service = new TestService(createEngine('sqlite'), {});
  beforeAll(() => service.start());
  afterAll(() => service.stop());

  it('shows how a domain is let go', async () => {
    const { client, apiKey } = await service.workspace();
    const domain = await service.liveDomain(client);
    const steps = stepsOf('docs/transfers.md', 'Letting a domain go');
    expect(steps).toHaveLength(2);
    const seen = await runSteps(steps, {
      variables: { API: service.url, KEY: apiKey, DOMAIN: domain },
      environment: { HOSTMASTER_DATA_DIR: service.place.dataDir },
    });
    expect(seen).toEqual(steps.map(({ shown }) => (shown ?? '').trim()));
  });
});
