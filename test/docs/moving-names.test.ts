/** The examples of docs/transfers.md that need the command line or a domain, as a reader runs them. */
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSteps, stepsOf } from './shell-steps.ts';

describe('docs/transfers.md', () => {
  const service = new TestService(createEngine('sqlite'), {});
  beforeAll(() => service.start());
  afterAll(() => service.stop());

  /** The last one moves the calendar. */
  it.each([
    ['how a domain gets another owner', "The owner's data", 1],
    ['how a domain is let go', 'Letting a domain go', 2],
    ['how a deleted domain is restored', 'Deleted domains', 2],
  ])('shows %s', async (_, heading, count) => {
    const { client, apiKey } = await service.workspace();
    const domain = await service.liveDomain(client);
    const steps = stepsOf('docs/transfers.md', heading).filter(
      ({ language }) => language !== 'json',
    );
    expect(steps).toHaveLength(count);
    const seen = await runSteps(steps, {
      variables: { API: service.url, KEY: apiKey, DOMAIN: domain },
      environment: { HOSTMASTER_DATA_DIR: service.place.dataDir },
    });
    expect(seen).toEqual(steps.map(({ shown }) => (shown ?? '').trim()));
  });
});
