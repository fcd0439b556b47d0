/** The examples of docs/transfers.md that need the command line or a domain, as a reader runs them. */
import { createEngine } from '@hostmaster/test-rig/engines';
import { programEnvironment } from '@hostmaster/test-rig/program-environment';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSteps, stepsOf } from './shell-steps.ts';

describe('docs/transfers.md', () => {
  const service = new TestService(createEngine('sqlite'), {});
  beforeAll(() => service.start());
  afterAll(() => service.stop());

  /** The last two move the calendar. */
  it.each([
    ['how a domain gets another owner', "The owner's data", 1],
    ['how a domain is let go', 'Letting a domain go', 2],
    ['how a deleted domain is restored', 'Deleted domains', 2],
    ['the commands for all of this', 'On the command line', 4],
  ])('shows %s', async (_, heading, count) => {
    const { client, apiKey, id } = await service.workspace();
    const domain = await service.liveDomain(client, service.freshName('sandbox-redemption'));
    const steps = stepsOf('docs/transfers.md', heading).filter(
      ({ language }) => language !== 'json',
    );
    expect(steps).toHaveLength(count);
    const seen = await runSteps(steps, {
      variables: { API: service.url, KEY: apiKey, DOMAIN: domain, WORKSPACE: id },
      environment: {
        ...(await programEnvironment()),
        HOSTMASTER_DATA_DIR: service.place.dataDir,
      },
    });
    expect(seen).toEqual(steps.map(({ shown }) => (shown ?? '').trim()));
  });
});
