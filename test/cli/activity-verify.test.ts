/** hostmaster activity verify proves that the activity is as it was written, and names what is not. */
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { configFor } from '@hostmaster/test-rig/service-config';
import { beforeAll, expect, it } from 'vitest';
import { persistRows } from '../../packages/server/src/changes/persist-rows.ts';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { activity } from '../../packages/server/src/storage/tables/events/activity.ts';
import { Operator } from './operator.ts';

interface Report {
  readonly ok: boolean;
  readonly entries: number;
  readonly head: string;
}

describeOnBothEngines('hostmaster activity verify', (engine) => {
  let place: TestPlace;
  let operator: Operator;
  let workspaceId: string;

  beforeAll(async () => {
    place = await engine.place();
    operator = new Operator(place);
    const create = ['workspace', 'create', '--name'];
    await operator.json(...create, 'Other');
    const { workspace } = await operator.json<{ workspace: { id: string } }>(...create, 'Proven');
    workspaceId = workspace.id;
    await addCredits();
  });

  const addCredits = () =>
    operator.json(
      ...['credits', 'add', '--workspace', 'Proven', '--amount', '5', '--reason', 'Gift'],
    );

  it('proves one workspace and prints its head, which stays provable', async () => {
    const verify = ['activity', 'verify', '--workspace', 'Proven'];
    const before = await operator.json<Report>(...verify);
    expect(before).toEqual({
      ok: true,
      workspaces: 1,
      entries: expect.any(Number),
      broken: 0,
      problems: [],
      head: `${before.entries}:${before.head.slice(-64)}`,
    });
    await addCredits();
    const after = await operator.json<Report>(...verify, '--head', before.head);
    expect(after.entries).toBe(before.entries + 1);
    expect(after.head).not.toBe(before.head);
    expect(await operator.text(...verify)).toBe(
      `The activity is unchanged (entries: ${after.entries}, workspaces: 1).\nHead: ${after.head}\n`,
    );
    const wrong = `${before.entries}:${'f'.repeat(64)}`;
    const { code, stdout } = await operator.run(...verify, '--head', wrong);
    expect(code).toBe(1);
    expect(stdout).toContain(`Entry ${before.entries} has not the hash that was expected.`);
  });

  it('still proves a workspace with an entry that was erased, and says who erased it', async () => {
    const own = ['--workspace', 'Other'];
    const { activity: entries } = await operator.json<{ activity: { id: string }[] }>(
      ...['activity', ...own],
    );
    const id = entries.at(-1)?.id ?? '';
    const erase = ['activity', 'erase', ...own, '--reason', 'They asked', '--entry'];
    expect(await operator.json(...erase, id)).toEqual({ id, erasure: 'erased' });
    expect(await operator.text(...erase, id)).toBe(`${id}: already erased.\n`);
    expect(await operator.refused(...erase, 'act_none')).toContain('act_none');
    expect(await operator.json<Report>('activity', 'verify', ...own)).toMatchObject({ ok: true });
    const { activity: after } = await operator.json<{ activity: object[] }>('activity', ...own);
    expect(after.at(-1)).toMatchObject({ id, subject: '', details: {}, origin: null });
    expect(after[0]).toMatchObject({
      ...{ action: 'activity.erase', subject: id, details: { reason: 'They asked' } },
    });
  });

  it('proves all workspaces, and names the first entry of each that was changed', async () => {
    expect(await operator.json<Report>('activity', 'verify')).toMatchObject({
      ok: true,
      head: null,
    });
    const shown = ['activity', '--workspace', 'Proven'];
    const { activity: entries } = await operator.json<{ activity: { id: string }[] }>(...shown);
    const id = entries[0]?.id ?? '';
    const stores = await openStores(configFor(place));
    await persistRows(stores.database, update(activity, { id }, { details: { credits: 5_000 } }));
    await stores.close();
    const { code, stdout } = await operator.run('activity', 'verify');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^The activity of 1 of \d+ workspaces is not as it was written:\n/);
    expect(stdout).toContain(
      `  ${workspaceId}: Entry ${entries.length} (${id}) is not as it was written.\n`,
    );
    const json = await operator.run('activity', 'verify', '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      broken: 1,
      problems: [{ workspaceId, problem: expect.stringContaining(id) }],
    });
    const other = ['activity', 'verify', '--workspace', 'Other'];
    expect(await operator.json<Report>(...other)).toMatchObject({ ok: true });
  });

  it('refuses a head without a workspace, and what is no head', async () => {
    const head = `1:${'0'.repeat(64)}`;
    expect(await operator.refused('activity', 'verify', '--head', head)).toContain('--workspace');
    expect(
      await operator.refused(...['activity', 'verify', '--workspace', 'Proven', '--head', 'abc']),
    ).toContain('--head must be');
    expect(await operator.refused('activity')).toContain('--workspace');
    expect(await operator.refused('activity', 'verify', '--workspace', 'None')).toContain('None');
  });
});
