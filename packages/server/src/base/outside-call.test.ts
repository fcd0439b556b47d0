import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { type CallScope, OutsideCallError, outsideCall } from './outside-call.ts';

const never = new Promise<never>(() => {});

function start<T>(call: (scope: CallScope) => Promise<T>, totalMs = 60_000) {
  const stop = new AbortController();
  const limit = { peer: 'the peer', totalMs, stopping: stop.signal };
  return { stop, result: outsideCall(limit, call) };
}

class Resource extends EventEmitter {
  destroy = vi.fn();
}

it('gives the result and destroys what the call has opened', async () => {
  const resource = new Resource();
  let scope: CallScope | undefined;
  const { result } = start(async (given) => {
    scope = given;
    given.own(resource);
    return 7;
  });
  expect(await result).toBe(7);
  expect(resource.destroy).toHaveBeenCalledOnce();
  expect(scope?.signal.aborted).toBe(true);
});

it('ends at its limit, although the library never does', async () => {
  const resource = new Resource();
  const { result } = start((scope) => {
    scope.own(resource);
    return never;
  }, 5);
  await expect(result).rejects.toMatchObject({
    name: 'OutsideCallError',
    reason: 'timeout',
    message: 'No answer from the peer within 0.005 seconds.',
  });
  expect(resource.destroy).toHaveBeenCalledOnce();
});

it('ends when the service stops, and does not begin afterwards', async () => {
  const { stop, result } = start(() => never);
  stop.abort();
  await expect(result).rejects.toMatchObject({ reason: 'stopped' });
  const call = vi.fn();
  const limit = { peer: 'the peer', totalMs: 60_000, stopping: stop.signal };
  await expect(outsideCall(limit, call)).rejects.toBeInstanceOf(OutsideCallError);
  expect(call).not.toHaveBeenCalled();
});

it('keeps the error of the call, also one that is thrown at once', async () => {
  const { result } = start(() => {
    throw new Error('refused');
  });
  await expect(result).rejects.toThrow('refused');
});

it('drops what happens after the end', async () => {
  const late = Promise.withResolvers<never>();
  const resource = new Resource();
  let scope: CallScope | undefined;
  const { result } = start((given) => {
    scope = given;
    return late.promise;
  }, 5);
  await expect(result).rejects.toThrow(OutsideCallError);
  late.reject(new Error('late'));
  expect(scope?.own(resource).destroy).toHaveBeenCalledOnce();
  expect(() => resource.emit('error', new Error('reset'))).not.toThrow();
});

it('leaves no listener at the signal of the service', async () => {
  const stop = new AbortController();
  const add = vi.spyOn(stop.signal, 'addEventListener');
  const remove = vi.spyOn(stop.signal, 'removeEventListener');
  const limit = { peer: 'the peer', totalMs: 60_000, stopping: stop.signal };
  await outsideCall(limit, async () => {});
  expect(remove.mock.calls[0]?.slice(0, 2)).toEqual(add.mock.calls[0]?.slice(0, 2));
});
