import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { contact } from '@hostmaster/test-rig/service';
import type { CDPSession, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import { insertPortfolio } from '../lifecycle/portfolio.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage, workspaceOf } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

/** Times the processor time of laying out a plain table: 16 ms, a sixtieth of a second, where that takes 3.2 ms. */
const frameToPlainMax = 5;
/** Times the work of a frame with a few hundred names. */
const manyToFewMax = 1.5;
const scrolledFrames = 120;
const scrolledPx = 240;
const plainTables = 100;
const measurings = 3;
/** Twice the pause after which a text is written to the address. */
const writtenDownMs = 400;

describeDashboard('The list of domains', (dashboard) => {
  it('is searched, filtered and sorted, and keeps that in the URL', async () => {
    const { page, client } = await openStage(dashboard, 'domains', { credits: '1000' });
    const { service } = dashboard;
    for (const [index, domain] of portfolio.entries()) {
      await client.call('registerDomain', {
        domain,
        contact,
        years: 1 + (index % 3),
        autoRenew: index % 2 === 0,
      });
    }
    await service.settled();
    await page.reload();
    const table = page.getByRole('table', { name: 'Domains' });
    await table.getByRole('link', { name: 'bücher-regal.com' }).waitFor();
    await table.getByText('xn--bcher-regal-thb.com').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Failed 1' }).click();
    await expectNames(page, ['sandbox-reject-engine.com']);
    await page.getByRole('button', { name: `All ${portfolio.length}` }).click();

    await page.getByRole('searchbox', { name: 'Search domains' }).fill('Engine');
    await expectNames(page, ['analytical-engines.com', 'sandbox-reject-engine.com']);
    await page.getByRole('button', { name: 'Name' }).click();
    await expectNames(page, ['sandbox-reject-engine.com', 'analytical-engines.com']);
    await page.waitForURL(/q=Engine/);
    await page.reload();
    await expectNames(page, ['sandbox-reject-engine.com', 'analytical-engines.com']);

    await page.getByRole('searchbox', { name: 'Search domains' }).fill('nothing like it');
    await page.getByText('No matching domains').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all domains' }).click();
    await page.getByRole('button', { name: 'Expires' }).click();
    await page.waitForURL(/sort=expires/);
    await takePictures(page, 'domains');

    await table.getByRole('link', { name: 'noteg.io' }).click();
    await page.getByRole('heading', { name: 'noteg.io', level: 1, exact: true }).waitFor();
    await page.goBack();
    await table.getByRole('link', { name: 'noteg.io' }).waitFor();
    expect(page.url()).toContain('sort=expires');
  });

  it('does not come back when one goes on while the search is still being written down', async () => {
    const { page, context } = await openStage(dashboard, 'domains');
    const table = page.getByRole('table', { name: 'Domains' });
    await table.getByRole('link', { name: 'noteg.io' }).waitFor();
    // The next page's script arrives only when the text would have been written to the address.
    const mayGoOn = Promise.withResolvers<void>();
    await context.route('**/*.js', async (route) => {
      await mayGoOn.promise;
      await route.continue();
    });
    await page.getByRole('searchbox', { name: 'Search domains' }).fill('noteg');
    await table.getByRole('link', { name: 'noteg.io' }).click();
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${writtenDownMs}))`);
    mayGoOn.resolve();
    await page.getByRole('heading', { name: 'noteg.io', level: 1, exact: true }).waitFor();
    await context.unroute('**/*.js');
  });

  it('says when it cannot be loaded, and tries again', async () => {
    const { page, context } = await openStage(dashboard, 'account');
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    await context.route('**/domain-list', (route) => route.abort('connectionreset'));
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('alert').getByText('No connection').waitFor();
    await context.unroute('**/domain-list');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Domains' }).waitFor();
  });
});

const portfolio = [
  'analytical-engines.com',
  'difference-works.org',
  'bernoulli.dev',
  'noteg.io',
  'jacquard-loom.net',
  'bücher-regal.com',
  'punchcards.app',
  'poetical-science.co',
  'mill-and-store.com',
  'sandbox-reject-engine.com',
  'menabrea.org',
  'babbage-trust.net',
];

describeDashboard('Ten thousand domains', (dashboard) => {
  it('scroll smoothly and are filtered while one types', async () => {
    const { page } = await openStage(dashboard, 'account');
    const { database } = dashboard.service;
    // These rows have no history, so they are removed before the ledger is verified.
    onTestFinished(() => clear(database));
    const insert = async (count: number) => {
      const now = Date.now();
      await clear(database);
      await insertPortfolio(database, {
        workspaceId: workspaceOf(page),
        count,
        prefix: 'name',
        expiresAt: (i) => now + (i % 700) * dayMs,
        dueAt: () => null,
        noticedUntil: now,
      });
      await page.reload();
      await page.getByRole('link', { name: 'Domains' }).click();
      await page.getByRole('button', { name: `All ${count.toLocaleString('en')}` }).waitFor();
    };
    await insert(600);
    const few = await frameToPlain(page);

    await insert(10_000);
    // Few rows exist at any time, however many there are.
    expect(await page.getByRole('row').count()).toBeLessThan(60);

    const many = await frameToPlain(page);
    expect(many).toBeLessThan(frameToPlainMax);
    expect(many).toBeLessThan(manyToFewMax * few);

    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('link', { name: 'name-9999.com' }).waitFor();
    await page.evaluate('window.scrollTo(0, 0)');

    const field = page.getByRole('searchbox', { name: 'Search domains' });
    const startedAt = performance.now();
    await field.fill('name-777');
    await page.getByRole('button', { name: 'All 11' }).waitFor();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await expectAccessible(page);
    await field.fill('');
    await page.getByRole('button', { name: /^Expiring soon/ }).click();
    await page.getByRole('button', { name: 'Expires' }).click();
    await page.getByRole('link', { name: 'name-1.com' }).waitFor();
  });
});

const deleteDomains = query<object>()(({ db }) => db.deleteFrom('domains'));
/** The service compares domains with the registry once a minute, and notes when. */
const deleteNotes = query<object>()(({ db }) => db.deleteFrom('registry_notes'));

async function clear(database: HostmasterDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(deleteNotes, {});
    await tx.run(deleteDomains, {});
  });
}

/** The names in the order of the rows, once they are so. */
async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  await expect
    .poll(() => page.getByRole('table', { name: 'Domains' }).getByRole('link').allTextContents())
    .toEqual(names);
}

/**
 * A frame's work, in times of a plain table's, which makes up for a slow machine, not for a slow
 * page. The best of some of each, because other processes may take the processor's caches meanwhile.
 */
async function frameToPlain(page: Page): Promise<number> {
  let frameMs = Number.POSITIVE_INFINITY;
  let plainMs = Number.POSITIVE_INFINITY;
  for (let count = 0; count < measurings; count += 1) {
    await page.evaluate('window.scrollTo(0, 0)');
    frameMs = Math.min(frameMs, await workPerFrameMs(page));
    plainMs = Math.min(plainMs, await plainTableMs(page));
  }
  return frameMs / plainMs;
}

/** What the page's thread does for each frame on the way through the list. */
async function workPerFrameMs(page: Page): Promise<number> {
  const scroll = `new Promise((resolve) => {
    let left = ${scrolledFrames};
    const step = () => {
      window.scrollBy(0, ${scrolledPx});
      left -= 1;
      if (left > 0) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  })`;
  return (await workMs(page, scroll)) / scrolledFrames;
}

/** A table without the page's styles, laid out again and again: how fast this machine is right now. */
async function plainTableMs(page: Page): Promise<number> {
  const layOut = `(() => {
    const host = document.body.appendChild(document.createElement('div'));
    const root = host.attachShadow({ mode: 'open' });
    for (let count = 0; count < ${plainTables}; count += 1) {
      const table = document.createElement('table');
      for (let row = 0; row < 30; row += 1) {
        const cells = table.insertRow();
        for (let cell = 0; cell < 6; cell += 1) cells.insertCell().textContent = 'name ' + count + row + cell;
      }
      root.replaceChildren(table);
      table.offsetHeight;
    }
    host.remove();
  })()`;
  return (await workMs(page, layOut)) / plainTables;
}

async function workMs(page: Page, script: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds(session);
  await page.evaluate(script);
  const after = await taskSeconds(session);
  await session.detach();
  return (after - before) * 1_000;
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
