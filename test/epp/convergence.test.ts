/** Changes that the registry accepts as pending, and names that it no longer holds for us. */

import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';

const nameservers = ['ns8.example.net', 'ns9.example.net'];

describeService('a change at the registry', (service) => {
  it('that was accepted is awaited, not sent again', async () => {
    const { client } = await service.workspace();
    const name = await service.liveDomain(client);
    await service.untilNoJobs(name);
    const found = await service.registrar.info(name);
    let pondered = 0;
    service.registry.answer('info', name, (nth) => {
      if (nth === 1 || nth > 3) return undefined;
      pondered += 1;
      return { ...found, pending: 'update' };
    });
    const { commands } = service.registry.watch('update', name);
    service.registry.answer('update', name, (nth) =>
      nth === 1 ? { kind: 'pending', askAfterMs: 0 } : undefined,
    );
    await client.call('replaceNameservers', { domain: name, nameservers });
    await until('it was asked twice while it decides', async () => pondered === 2);
    expect(commands).toHaveLength(1);
  });

  it('of a name that is no longer ours ends, and says so', async () => {
    const { client, id } = await service.workspace();
    const name = await service.liveDomain(client);
    await service.untilNoJobs(name);
    const found = await service.registrar.info(name);
    const gone = service.registry.answer('info', name, () => ({ ...found, isOurs: false }));
    await client.call('replaceNameservers', { domain: name, nameservers });
    await service.untilNoJobs(name);
    gone.restore();
    const activity = await readActivity(service.database, { workspaceId: id, limit: 20 });
    expect(activity).toContainEqual(
      expect.objectContaining({ action: 'domain.convergence_refused', subject: name }),
    );
  });
});
