/** Our rows beside the registry's objects: each difference explained, safe ones repaired, money untouched. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs, hourMs } from '@hostmaster/contract/durations';
import { findContact, updateContact } from '@hostmaster/registry/storage';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { balanceOf, until } from '@hostmaster/test-rig/service';
import { transferAway } from '@hostmaster/test-rig/transfer-away';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { createLog } from '../../packages/server/src/base/log.ts';
import { RegistryWatch } from '../../packages/server/src/reconciliation/registry-watch.ts';
import { type EppService, openEppService } from './epp-service.ts';
import { openReconciler } from './open-reconciler.ts';

/** An object that was created at the registry without the service. */
const plainObject = {
  years: 1,
  registrant: { registrantId: null, contactIds: {} },
  nameservers: [],
  privacyEnabled: false,
  transferLocked: true,
  authCode: 'ours',
};

const names = ['fine.com', 'vanished.com', 'moved.com', 'tampered.com', 'renewed.com'] as const;

/** Each asks the registry first, and on a busy machine some of many at once would wait too long for that. */
async function registerInTurn(service: EppService, domains: readonly string[]): Promise<void> {
  for (const domain of domains) await service.register(domain);
}

/** Changes made at the registry outside the service. */
async function changeAtRegistry(service: EppService): Promise<void> {
  const { registry } = service.registry.front;
  const send = (name: string) => ({ sponsor: 'hostmaster', transactionId: `m-${name}`, name });
  await registry.delete(send('vanished.com'));
  await registry.update({ ...send('moved.com'), transferLocked: false });
  const authCode = (await registry.info('moved.com'))?.authCode ?? '';
  expect(await transferAway(registry, { name: 'moved.com', to: 'rival', authCode })).toBe(
    'transferred',
  );
  await registry.update({ ...send('tampered.com'), nameservers: [], transferLocked: false });
  const currentExpiresAt = (await registry.info('renewed.com'))?.expiresAt ?? 0;
  await registry.renew({ ...send('renewed.com'), years: 1, currentExpiresAt });
  await registry.create({
    ...send('unknown.com'),
    ...plainObject,
  });
}

describeOnBothEngines('reconciliation', (engine) => {
  it('explains every difference, repairs the safe ones and touches no money', async () => {
    // Without messages: the service would end what was transferred away before it is compared.
    const service = await openEppService(engine, {
      roles: 'api,jobs',
      policy: { messages: 'none' },
    });
    await registerInTurn(service, names);
    await service.settled();
    const { run } = openReconciler(engine, service);
    const pages: number[] = [];
    const clean = await run({ repair: false, onPage: (checked) => pages.push(checked) });
    expect(clean).toEqual({ checked: names.length, differences: [] });
    expect(pages).toEqual([names.length]);
    const balance = await balanceOf(service.client);
    await changeAtRegistry(service);

    const report = await run({ repair: false, names: ['unknown.com', 'fine.com', 'free.com'] });
    const kinds = (each: typeof report) =>
      each.differences
        .map(({ name, kind, repaired }) => `${name} ${kind}${repaired ? '!' : ''}`)
        .sort();
    expect(kinds(report)).toEqual([
      'moved.com not-ours',
      'renewed.com expiry-noted',
      'renewed.com registry-ahead',
      'tampered.com nameservers',
      'tampered.com transfer-lock',
      'unknown.com object-without-row',
      'vanished.com no-object',
    ]);
    for (const { explanation } of report.differences) expect(explanation).toMatch(/.{30,}\.$/);

    const repaired = await run({ repair: true });
    expect(kinds(repaired).filter((kind) => kind.endsWith('!'))).toEqual([
      'moved.com not-ours!',
      'renewed.com expiry-noted!',
      'tampered.com nameservers!',
      'tampered.com transfer-lock!',
    ]);
    await service.settled();
    const gone = await service.client.request('renewDomain', { domain: 'moved.com', years: 1 });
    expect(gone.status).toBe(404);
    expect(kinds(await run({ repair: false }))).toEqual([
      'renewed.com registry-ahead',
      'vanished.com no-object',
    ]);
    expect(await balanceOf(service.client)).toBe(balance);
    const { domain } = await service.client.call('getDomain', { domain: 'renewed.com' });
    const { domain: fine } = await service.client.call('getDomain', { domain: 'fine.com' });
    expect(domain.expiresAt.slice(0, 10)).toBe(fine.expiresAt.slice(0, 10));
  });

  it('detects a transfer by message, without a query', async () => {
    const service = await openEppService(engine);
    await service.register('reported.com');
    await service.settled();
    const { registry } = service.registry.front;
    const send = { sponsor: 'hostmaster', transactionId: 'm-1', name: 'reported.com' };
    await registry.update({ ...send, transferLocked: false });
    const authCode = (await registry.info('reported.com'))?.authCode ?? '';
    await transferAway(registry, { name: 'reported.com', to: 'rival', authCode });
    await until('the message is kept', async () => {
      const { stdout } = await runCommand(service.place, 'registrar', 'messages', '--json');
      const { messages } = JSON.parse(stdout) as {
        messages: { domain: string; payload: string }[];
      };
      return messages.some(
        ({ domain, payload }) => domain === 'reported.com' && payload.includes('trnData'),
      );
    });
  });
});

describeOnBothEngines('a registrant that should be hidden', (engine) => {
  it('is not reported where the registry tells what it shows, and shows nothing', async () => {
    const service = await openEppService(engine, { tellsDisclosed: true });
    await service.register('hidden.com', { privacyEnabled: true });
    await service.settled();
    // As earlier releases asked for it: without the fax.
    const { registry } = service.registry.front;
    const id = (await registry.info('hidden.com'))?.registrantId ?? '';
    const contact = await registry.db.first(findContact, { id });
    if (contact === undefined) throw new Error('The contact was created.');
    const { disclose } = contact.details as { disclose?: object };
    const details = { ...contact.details, disclose: { ...disclose, fax: false } };
    const older = { ...contact, details } as typeof contact;
    await registry.db.transaction((tx) => tx.run(updateContact, older));
    const { run } = openReconciler(engine, service);
    expect((await run({ repair: false })).differences).toEqual([]);
  });

  it('is reported once for each domain where the registry ignores it', async () => {
    const service = await openEppService(engine, { ignoresDisclose: true });
    await service.register('hidden.com', { privacyEnabled: true });
    await service.register('shown.com', { privacyEnabled: false });
    await service.settled();
    const { run } = openReconciler(engine, service);
    for (const repair of [false, true]) {
      const { differences } = await run({ repair });
      expect(differences).toMatchObject([{ name: 'hidden.com', kind: 'privacy', repaired: false }]);
      expect(differences[0]?.explanation).toContain('ignores that it was asked to hide it');
    }
    expect(await service.jobs()).toEqual([]);
  });
});

describeOnBothEngines('the daily comparison', (engine) => {
  it('finds and repairs differences without a message, once a day', async () => {
    const service = await openEppService(engine, { policy: { messages: 'none' } });
    await Promise.all(['quiet-1.com', 'quiet-2.com'].map((name) => service.register(name)));
    await service.settled();
    const { registry } = service.registry.front;
    const send = { sponsor: 'hostmaster', transactionId: 'm-1', name: 'quiet-1.com' };
    const wanted = (await registry.info('quiet-1.com'))?.nameservers;
    await registry.update({ ...send, nameservers: [], transferLocked: false });
    const findings: string[] = [];
    const clock = { now: () => Date.now() + ahead };
    let ahead = 0;
    const watch = new RegistryWatch({
      ...openReconciler(engine, service).services,
      clock,
      log: createLog('silent'),
      onFinding: ({ name, kind, repaired }) => findings.push(`${name} ${kind} ${repaired}`),
    });
    expect(await watch.compareStale()).toBe(2);
    expect(findings.sort()).toEqual([
      'quiet-1.com nameservers true',
      'quiet-1.com transfer-lock true',
    ]);
    await service.settled();
    expect((await registry.info('quiet-1.com'))?.nameservers).toEqual(wanted);
    expect(await watch.compareStale()).toBe(0);
    ahead = 25 * hourMs;
    expect(await watch.compareStale()).toBe(2);
    expect(findings).toHaveLength(2);
  });
});

describeOnBothEngines('a name that gets no answer', (engine) => {
  it('does not block other domains, is reported, and is compared again soon', async () => {
    const service = await openEppService(engine, { policy: { messages: 'none' } });
    const others = ['quiet-2.com', 'quiet-3.com'];
    await registerInTurn(service, ['choking.com', ...others]);
    await service.settled();
    const { registry, faults } = service.registry.front;
    for (const name of others) {
      const send = { sponsor: 'hostmaster', transactionId: `m-${name}`, name };
      await registry.update({ ...send, transferLocked: false });
    }
    const always = { type: 'domain:info', times: Number.POSITIVE_INFINITY };
    faults.add({ ...always, kind: 'result', code: 2306, name: 'choking.com' });
    const { services, run } = openReconciler(engine, service);
    const { differences } = await run({ repair: false, names: ['choking.com'] });
    expect(differences.map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual([
      'choking.com no-answer',
      'quiet-2.com transfer-lock',
      'quiet-3.com transfer-lock',
    ]);
    const findings: string[] = [];
    let ahead = 0;
    const watch = new RegistryWatch({
      ...services,
      clock: { now: () => Date.now() + ahead },
      log: createLog('silent'),
      onFinding: ({ name, kind }) => findings.push(`${name} ${kind}`),
    });
    expect(await watch.compareStale()).toBe(3);
    expect(findings.sort()).toEqual([
      'choking.com no-answer',
      'quiet-2.com transfer-lock',
      'quiet-3.com transfer-lock',
    ]);
    await service.settled();
    faults.clear();
    expect(await watch.compareStale()).toBe(0);
    ahead = 2 * hourMs;
    expect(await watch.compareStale()).toBe(1);
    expect(findings).toHaveLength(3);
  });

  it('an unreachable registry is queried three times, not once for each name', async () => {
    const service = await openEppService(engine, { policy: { messages: 'none' } });
    const names = Array.from({ length: 6 }, (_, index) => `away-${index}.com`);
    await registerInTurn(service, names);
    await service.settled();
    await service.registry.configure({ queueTimeoutSeconds: 0.05 });
    const { services } = openReconciler(engine, service);
    service.registry.line.cut();
    const findings: string[] = [];
    const watch = new RegistryWatch({
      ...services,
      clock: systemClock,
      log: createLog('silent'),
      onFinding: ({ kind }) => findings.push(kind),
    });
    expect(await watch.compareStale()).toBe(6);
    expect(findings).toEqual(['no-answer', 'no-answer', 'no-answer']);
    service.registry.line.restore();
  });
});

describeOnBothEngines('a name whose registration was refunded', (engine) => {
  it('is compared from its release on, however old it was, and an orphaned object is reported', async () => {
    const service = await openEppService(engine);
    await service.register('given-up.com');
    await service.settled();
    const { registry } = service.registry.front;
    await service.advance(396 * dayMs);
    await until(
      'the name was released',
      async () => (await registry.info('given-up.com')) === null,
    );
    await service.settled();
    await registry.create({
      sponsor: 'hostmaster',
      transactionId: 'm-again',
      name: 'given-up.com',
      ...plainObject,
    });
    const findings: string[] = [];
    const watch = new RegistryWatch({
      ...openReconciler(engine, service).services,
      clock: { now: () => Date.now() + 396 * dayMs },
      log: createLog('silent'),
      onFinding: ({ name, kind }) => findings.push(`${name} ${kind}`),
    });
    expect(await watch.compareStale()).toBe(1);
    expect(findings).toEqual(['given-up.com object-without-row']);
  });
});

/** The commands, on the embedded registry that the front above shares its store with. */
describeOnBothEngines('operator commands about registries', (engine) => {
  it('a customer can leave: unlock, auth code, transfer; the row ends', async () => {
    const service = await openEppService(engine);
    await service.register('leaving.com');
    await service.settled();
    const { registry } = service.registry.front;
    const command = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand(service.place, ...args, '--json');
      return { code, answer: JSON.parse(stdout === '' ? '{}' : stdout), stderr };
    };
    const authCode = (await registry.info('leaving.com'))?.authCode ?? '';
    const transfer = (code: string) =>
      transferAway(registry, { name: 'leaving.com', to: 'rival', authCode: code });
    expect(await transfer(authCode)).toBe('locked');
    expect((await command('domain', 'unlock', 'Leaving.com')).answer).toMatchObject({
      transferLocked: false,
      registryConfirmed: true,
    });
    expect((await command('domain', 'auth-code', 'leaving.com')).answer.authCode).toBe(authCode);
    const renewed = (await command('domain', 'auth-code', 'leaving.com', '--new')).answer.authCode;
    expect(renewed).not.toBe(authCode);
    expect(await transfer(authCode)).toBe('wrong-auth-code');
    expect((await command('domain', 'lock', 'leaving.com')).answer.transferLocked).toBe(true);
    expect(await transfer(renewed)).toBe('locked');
    await command('domain', 'unlock', 'leaving.com');
    expect(await transfer(renewed)).toBe('transferred');

    await until('the row has ended', async () => {
      const { status } = await service.client.request('getDomain', { domain: 'leaving.com' });
      return status === 404;
    });
    const file = join(service.place.dataDir, 'names');
    await writeFile(file, 'leaving.com\nfree.com\n');
    const { code, answer } = await command('registrar', 'reconcile', '--names', file);
    expect({ code, answer }).toMatchObject({ code: 0, answer: { ok: true, differences: [] } });
    expect(await command('domain', 'unlock', 'nobody.com')).toMatchObject({ code: 2 });
  });
});
