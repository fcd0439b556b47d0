/** What a hostile zone file may cost: its lines, the answer and the time of other requests. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { planImport } from '../../packages/server/src/zones/import-plan.ts';
import { InvalidZoneFile } from '../../packages/server/src/zones/read-import-file.ts';
import { member } from '../dashboard-api/people.ts';

/** An owner name of 180 octets, each written as four characters, and lines that repeat it. */
const longOwner = Array.from({ length: 3 }, () => '\\001'.repeat(60)).join('.');

function refusedLines(count: number): string {
  return `${longOwner} APL x\n${' APL x\n'.repeat(count - 1)}`;
}

describeService('a hostile zone file', (service) => {
  it('hole 2: refused lines are listed up to 200, counted, and repeat little', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    const text = refusedLines(5_000);
    const answer = await page.request('planZoneImport', { ...inside, domain, text });
    expect(answer.status).toBe(200);
    expect(answer.text.length).toBeLessThan(100_000);
    expect(JSON.parse(answer.text)).toMatchObject({
      plan: { counts: { refused: 5_000, added: 0 } },
    });
    expect(JSON.parse(answer.text).plan.refused).toHaveLength(200);
  });

  it('hole 2: a file with too many lines is refused, whatever they are', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    for (const text of [refusedLines(250_000), '\n'.repeat(1_000_000)]) {
      const answer = await page.request('planZoneImport', { ...inside, domain, text });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['text'] });
      expect(answer.text).toContain('more than 50000 lines');
      expect(answer.text.length).toBeLessThan(1_000);
    }
  });

  it('hole 2: the answer lists the first changes and counts all', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    const text = Array.from({ length: 300 }, (_, n) => `h${n} A 192.0.2.1\n`).join('');
    const { plan, planHash } = await page.call('planZoneImport', { ...inside, domain, text });
    expect(plan.added).toHaveLength(200);
    expect(plan.counts.added).toBe(300);
    const done = await page.call('applyZoneImport', { ...inside, domain, text, planHash });
    expect(done).toEqual({ added: 300, changed: 0, removed: 0 });
  });
});

describe('planning an import', () => {
  it.each([
    ['refused lines', refusedLines(20_000)],
    ['lines that cannot be read', 'a A x (\n'.repeat(20_000)],
    ['comments', `; ${'x'.repeat(80)}\n`.repeat(20_000)],
    ['blank lines', `${' '.repeat(80)}\n`.repeat(20_000)],
  ])('hole 2: other requests get their turn while a long file is read: %s', async (_, text) => {
    let turns = 0;
    let isPlanned = false;
    const plan = planImport({
      zone: 'example.com',
      text,
      pages: [],
      mode: 'merge',
      linesMax: 20_000,
      ttl: { min: 60, max: 86_400, default: 3_600 },
    })
      .catch((error: unknown) => expect(error).toBeInstanceOf(InvalidZoneFile))
      .finally(() => {
        isPlanned = true;
      });
    while (!isPlanned) {
      await nextTurn();
      turns += 1;
    }
    await plan;
    expect(turns).toBeGreaterThan(5);
  });
});
