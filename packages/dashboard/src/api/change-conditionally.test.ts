import { HostmasterError } from '@hostmaster/sdk';
import { expect, it } from 'vitest';
import { changeConditionally } from './change-conditionally.ts';

/** A value at a version, and a change of it by others before each of the first requests. */
function stored(changesByOthers: readonly string[]) {
  const state = { version: '"0"', value: 'mine' };
  const others = [...changesByOthers];
  const sent: string[] = [];
  return {
    state,
    sent,
    change: (value: string) =>
      changeConditionally({
        version: '"0"',
        load: () => Promise.resolve({ ...state }),
        isUnaffected: (now) => now.value === 'mine',
        send: (ifMatch) => {
          sent.push(ifMatch);
          const other = others.shift();
          if (other !== undefined) {
            state.value = other;
            state.version = `"${sent.length}"`;
          }
          if (ifMatch !== state.version) return Promise.reject(refusal(412, 'precondition_failed'));
          state.value = value;
          return Promise.resolve(value);
        },
      }),
  };
}

function refusal(status: number, code: string): HostmasterError {
  return new HostmasterError({ status, headers: new Headers(), body: { error: 'no', code } });
}

it('sends a change once while nothing else changes', async () => {
  const { change, sent } = stored([]);
  expect(await change('new')).toEqual({ kind: 'done', result: 'new' });
  expect(sent).toEqual(['"0"']);
});

it('repeats it for the new version when something else has changed', async () => {
  const { change, sent, state } = stored(['mine', 'mine']);
  expect(await change('new')).toEqual({ kind: 'done', result: 'new' });
  expect(sent).toEqual(['"0"', '"1"', '"2"']);
  expect(state.value).toBe('new');
});

it('overwrites nothing that another person has changed', async () => {
  const { change, state } = stored(['mine', 'theirs']);
  expect(await change('new')).toEqual({
    kind: 'conflict',
    now: { version: '"2"', value: 'theirs' },
  });
  expect(state.value).toBe('theirs');
});

it('gives up when the zone changes all the time', async () => {
  const { change, sent } = stored(Array.from({ length: 50 }, () => 'mine'));
  await expect(change('new')).rejects.toMatchObject({ code: 'precondition_failed' });
  expect(sent).toHaveLength(8);
});
