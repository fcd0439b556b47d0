/** Why a registry refuses a transfer: by its code, and by what `info` shows of the name. */
import { dayMs } from '@hostmaster/contract/durations';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { openEppBench } from '@hostmaster/test-rig/epp-registrar';
import { sendOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { freshName } from '@hostmaster/test-rig/sandbox-registrar';
import { expect, it } from 'vitest';
import { obstacleOf } from './transfer-refusal.ts';

const at = Date.UTC(2031, 5, 15);
const daysAgo = (days: number) => new Date(at - days * dayMs);
const old = { statuses: ['ok'], rgpStatuses: [], createdAt: daysAgo(400) };
const young = { ...old, createdAt: daysAgo(59) };

it.each<[string, number, Parameters<typeof obstacleOf>[0]['shown'], object]>([
  ['a wrong code', 2202, old, { isWrongAuthCode: true }],
  ['not authorised, and the name is young', 2201, young, { isTooEarly: true }],
  ['a status, and the name is young', 2304, young, { isTooEarly: true }],
  ['a policy, and the name is young', 2308, young, { isTooEarly: true }],
  ['a value policy, and the name is young', 2306, young, { isTooEarly: true }],
  ['a young name that is locked', 2304, { ...young, statuses: [lock()] }, { isTooEarly: true }],
  ['moved lately', 2308, { ...old, transferredAt: daysAgo(10) }, { isTooEarly: true }],
  ['moved long ago', 2308, { ...old, transferredAt: daysAgo(61) }, {}],
  ['a status of the registry without dates', 2304, undated(), { isTooEarly: true }],
  ['the same, not authorised', 2201, undated(), { isTooEarly: true }],
  ['a grace period without dates', 2201, inGrace(), { isTooEarly: true }],
  ['a status of the registry, old', 2304, { ...old, statuses: [serverLock()] }, {}],
  ['locked by the registrar', 2304, { ...old, statuses: [lock()] }, { isLocked: true }],
  ['locked, not authorised', 2201, { ...old, statuses: [lock()] }, { isLocked: true }],
  ['a status that is not shown', 2304, old, { isLocked: true }],
  ['a status, and nothing is shown', 2304, null, { isLocked: true }],
  ['not authorised, and nothing is shown', 2201, null, { isWrongAuthCode: true }],
  ['not eligible, and nothing is shown', 2106, null, { isTooEarly: true }],
  ['not eligible, old and locked', 2106, { ...old, statuses: [lock()] }, { isLocked: true }],
  ['another refusal', 2303, young, {}],
  ['a policy, and nothing is shown', 2308, null, {}],
])('%s', (_, code, shown, obstacle) => {
  expect(obstacleOf({ code, shown, at })).toEqual(obstacle);
});

function lock() {
  return 'clientTransferProhibited';
}

function serverLock() {
  return 'serverTransferProhibited';
}

function undated() {
  return { statuses: [serverLock()], rgpStatuses: [] };
}

function inGrace() {
  return { statuses: ['ok'], rgpStatuses: ['transferPeriod'] };
}

describeOnBothEngines('a transfer in the first 60 days', (engine) => {
  it.each(['young', 'young2201', 'young2304', 'moved'])('waits: %s', async (kind) => {
    const bench = await openEppBench({ place: await engine.place() });
    engine.afterwards(() => bench.close());
    const name = freshName(`sandbox-rival-${kind}-`);
    const request = () =>
      bench.registrar.requestTransfer({
        ...sendOf(name),
        authCode: 'Rival-Code-1',
        requestedAt: bench.clocks.calendar,
        years: 1,
        premium: null,
      });
    expect(await request()).toEqual({
      kind: 'refused',
      isTooEarly: true,
      reason: expect.stringMatching(/^The registry does not transfer this name yet: .*60 days ago/),
    });
    bench.clocks.calendar += 51 * dayMs;
    expect(await request()).toMatchObject({ kind: 'pending' });
  });
});
