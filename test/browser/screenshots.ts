/**
 * Pictures of a page for the documents: wide and narrow, light and dark. They are taken on request
 * only (`HOSTMASTER_TEST_PICTURES=1 npm test -- test/browser`): nothing is asserted about them. The
 * repository keeps those that a document shows.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { viewports } from './browser.ts';

const directory = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** Fonts are there, and everything has its new colours and sizes. */
const painted = `document.fonts.ready.then(
  () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
).then(() => undefined)`;

/** Writes docs/images/NAME-desktop-light.png and its three siblings; leaves the page as it was. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (process.env.HOSTMASTER_TEST_PICTURES === undefined) return;
  await mkdir(directory, { recursive: true });
  const before = page.viewportSize();
  for (const [width, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(painted);
      await page.screenshot({ path: `${directory}${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
}
