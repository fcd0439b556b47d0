/** What fronts see of the registry beyond the registrar port. */

import { addYears } from '@hostmaster/contract/durations';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { createOf, sendOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { freshName, openTestSandbox, testClocks } from '@hostmaster/test-rig/sandbox-registrar';
import { expect, it } from 'vitest';
import type { CreateObject } from './registry-command.ts';
import { gracePeriodMs } from './registry-object.ts';
import { resultCode } from './registry-reply.ts';

const sponsor = 'client-a';

describeOnBothEngines('the sandbox registry itself', (engine) => {
  async function open(delayMs = 0) {
    const clocks = testClocks();
    const { registry } = await openTestSandbox({ place: await engine.place(), clocks, delayMs });
    engine.afterwards(() => registry.close());
    return { registry, clocks };
  }

  it('keeps statuses, contacts and grace periods with an object', async () => {
    const { registry, clocks } = await open();
    const name = freshName();
    const createdAt = clocks.calendar;
    await registry.create(createObjectOf(name));
    const created = await registry.info(name);
    const contact = expect.stringMatching(/^C[0-9A-F]{15}$/);
    expect(created).toMatchObject({
      repositoryId: expect.stringMatching(/^[0-9A-F]{16}-SANDBOX$/),
      sponsor,
      registrantId: contact,
      contactIds: { admin: contact, tech: contact, billing: contact },
      statuses: ['clientTransferProhibited'],
      updatedAt: null,
      gracePeriods: [{ kind: 'addPeriod', until: createdAt + gracePeriodMs }],
    });

    clocks.calendar += gracePeriodMs;
    const currentExpiresAt = addYears(createdAt, 1);
    await registry.renew({ ...addressOf(name), years: 1, currentExpiresAt });
    expect(await registry.info(name)).toMatchObject({
      updatedAt: clocks.calendar,
      gracePeriods: [{ kind: 'renewPeriod', until: clocks.calendar + gracePeriodMs }],
    });
  });

  it('knows the same person again, and each object by an id of its own', async () => {
    const { registry } = await open();
    const names = ['ada-1.com', 'ada-2.com', 'byron.com'] as const;
    await registry.create(createObjectOf(names[0]));
    await registry.create(createObjectOf(names[1]));
    const other = createObjectOf(names[2]);
    await registry.create({ ...other, registrant: { ...other.registrant, lastName: 'Byron' } });
    const [first, second, third] = await registry.objects(sponsor);
    expect(second?.registrantId).toBe(first?.registrantId);
    expect(third?.registrantId).not.toBe(first?.registrantId);
    expect(new Set([first, second, third].map((object) => object?.repositoryId)).size).toBe(3);
  });

  it('leaves no trace of an update that changes nothing', async () => {
    const { registry, clocks } = await open();
    const name = freshName();
    await registry.create(createObjectOf(name));
    const before = await registry.info(name);
    clocks.calendar += 1_000;
    const same = { nameservers: before?.nameservers, privacyEnabled: true, transferLocked: true };
    const reply = await registry.update({ ...addressOf(name), ...same });
    expect(reply.code).toBe(resultCode.done);
    expect(await registry.info(name)).toEqual(before);
    await registry.update({ ...addressOf(name), transferLocked: false });
    expect(await registry.info(name)).toMatchObject({ statuses: [], updatedAt: clocks.calendar });
  });

  it('answers with the result codes of RFC 5730', async () => {
    const { registry, clocks } = await open(1_000);
    const name = freshName();
    const create = createObjectOf(name);
    const renewal = { years: 1, currentExpiresAt: addYears(clocks.calendar, 1) };
    const codes = {
      malformed: await registry.create(createObjectOf('-a.com')),
      absent: await registry.delete(addressOf(name)),
      accepted: await registry.create(create),
      exists: await registry.create(createObjectOf(name)),
      pending: await registry.delete(addressOf(name)),
      foreign: await registry.delete({ ...addressOf(name), sponsor: 'client-b' }),
    };
    clocks.machine += 1_000;
    const later = {
      decided: await registry.replyTo(create),
      wrongDate: await registry.renew({ ...addressOf(name), ...renewal, currentExpiresAt: 0 }),
      renewed: await registry.renew({ ...addressOf(name), ...renewal }),
      reused: await registry.delete({ ...addressOf(name), transactionId: create.transactionId }),
      deleted: await registry.delete(addressOf(name)),
    };
    expect(
      Object.entries({ ...codes, ...later }).map(([what, reply]) => [what, reply?.code]),
    ).toEqual([
      ['malformed', 2005],
      ['absent', 2303],
      ['accepted', 1001],
      ['exists', 2302],
      ['pending', 2304],
      ['foreign', 2201],
      ['decided', 1000],
      ['wrongDate', 2306],
      ['renewed', 1000],
      ['reused', 2002],
      ['deleted', 1000],
    ]);
  });
});

function addressOf(name: string) {
  return { sponsor, transactionId: sendOf(name).sendId, name };
}

function createObjectOf(name: string): CreateObject {
  const { years, contact, nameservers, privacyEnabled, transferLocked, authCode } = createOf(name);
  return {
    ...addressOf(name),
    years,
    registrant: contact,
    nameservers,
    privacyEnabled,
    transferLocked,
    authCode,
  };
}
