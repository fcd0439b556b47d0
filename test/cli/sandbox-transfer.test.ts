/** hostmaster sandbox transfer plays the other registrar. */
import { createEngine } from '@hostmaster/test-rig/engines';
import { createOf, sendOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from './operator.ts';

describe('the rival on the command line', () => {
  const service = new TestService(createEngine('sqlite'), {});
  beforeAll(() => service.start());
  afterAll(() => service.stop());
  const rival = (...args: string[]) =>
    new Operator(service.place).json<Record<string, unknown>>('sandbox', 'transfer', ...args);

  it('asks for a name, and withdraws the request', async () => {
    const command = { ...createOf('asked-for.com'), transferLocked: false };
    const { name, authCode } = command;
    await service.registrar.create(command);
    await until('it is registered', async () => {
      return (await service.registrar.info(name))?.pending === null;
    });
    const wrong = ['sandbox', 'transfer', 'request', name, '--auth-code', 'x'];
    expect(await new Operator(service.place).refused(...wrong)).toContain('The auth code is wrong');
    const pending = { domain: name, from: 'hostmaster', to: 'rival', status: 'pending' };
    expect(await rival('request', name, '--auth-code', authCode)).toMatchObject(pending);
    expect(await rival('cancel', name)).toMatchObject({ status: 'clientCancelled' });
  });

  it('answers the requests of the service for its names', async () => {
    const ask = async (name: string) => {
      const request = { authCode: 'Rival-Code-1', years: 1, requestedAt: 0, premium: null };
      const outcome = await service.registrar.requestTransfer({ ...sendOf(name), ...request });
      expect(outcome.kind).toBe('pending');
      return name;
    };
    const denied = await ask('sandbox-rival-denied.com');
    const approved = await ask('sandbox-rival-given.com');
    expect(await rival('deny', denied)).toMatchObject({ status: 'clientRejected' });
    expect(await rival('approve', approved)).toMatchObject({ status: 'clientApproved' });
    expect(await service.registrar.info(approved)).toMatchObject({ isOurs: true });
    expect(await rival('list')).toMatchObject({
      transfers: expect.arrayContaining([
        expect.objectContaining({ domain: denied, status: 'clientRejected' }),
        expect.objectContaining({ domain: approved, status: 'clientApproved' }),
      ]),
    });
  });
});
