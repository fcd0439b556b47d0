/** The examples of docs/transfers.md, one after the other, as a reader runs them. */
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { runSteps, stepsOf } from './shell-steps.ts';

describeEdge('docs/transfers.md', (service) => {
  it('shows how a domain is brought in', async () => {
    const { apiKey } = await service.workspace();
    const steps = stepsOf('docs/transfers.md', 'Bringing a domain in');
    expect(steps.length).toBeGreaterThan(3);
    const seen = await runSteps(steps, { variables: { API: service.url, KEY: apiKey } });
    expect(seen).toEqual(steps.map(({ shown }) => (shown ?? '').trim()));
  });
});
