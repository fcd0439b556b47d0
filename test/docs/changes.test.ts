/** The examples of docs/changes.md, one after the other, as a reader runs them. */
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { runSteps, stepsOf } from './shell-steps.ts';

describeEdge('docs/changes.md', (service) => {
  it('shows what its examples promise', async () => {
    const { client, apiKey } = await service.workspace();
    const domain = await service.liveDomain(client);
    const steps = stepsOf('docs/changes.md', 'Try it');
    expect(steps.length).toBeGreaterThan(6);
    const seen = await runSteps(steps, {
      variables: { API: service.url, KEY: apiKey, DOMAIN: domain },
    });
    expect(seen).toEqual(steps.map(({ shown }) => (shown ?? '').trim()));
  });
});
