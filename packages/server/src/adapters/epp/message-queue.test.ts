import { acknowledgeMessage, domainUri, type XmlElement } from '@hostmaster/epp';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { openDatabase } from '../../storage/open-database.ts';
import { listMessages } from '../../storage/queries/registry/registry-messages.ts';
import { MessageQueue } from './message-queue.ts';
import type { OutsidePool } from './outside-pool.ts';

function tag(name: string, ...children: (XmlElement | string)[]): XmlElement {
  return { uri: domainUri, name, attributes: {}, children };
}

/** A registry with one message, whose payload has an auth code in it. */
function poolWithMessage(): Pick<OutsidePool, 'send'> {
  const left = [
    tag('infData', tag('name', 'told.com'), tag('authInfo', tag('pw', 'Very-secret-1'))),
  ];
  const send = async (codec: unknown) => {
    if (codec === acknowledgeMessage) left.pop();
    const queue = left.length === 0 ? {} : { queue: { id: '7', count: 1, text: 'Look' } };
    return { data: { ...queue, resData: left, extensions: [] } };
  };
  return { send: send as unknown as OutsidePool['send'] };
}

describeOnBothEngines('messages of a registry', (engine) => {
  it('are kept without the secrets they carry', async () => {
    const database = await openDatabase({ ...(await engine.place()), databaseConnections: 2 });
    engine.afterwards(() => database.close());
    const messages = new MessageQueue({
      pool: poolWithMessage() as OutsidePool,
      registry: 'poolWithMessage',
      database,
      clock: { now: () => 1 },
    });
    expect(await messages.drain()).toEqual({ names: ['told.com'], failures: [] });
    const [kept] = await database.all(listMessages, { before: '~', limit: 10 });
    expect(kept?.payload).toContain('told.com');
    expect(kept?.payload).not.toContain('Very-secret-1');
  });
});
