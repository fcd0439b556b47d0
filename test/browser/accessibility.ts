/** What axe-core finds on a page. It is evaluated from outside, so the page's policy stays as it is. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly html: string }[];
}

let source: Promise<string> | null = null;

export async function expectAccessible(page: Page): Promise<void> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const isLoaded = await page.evaluate("typeof axe === 'object'");
  if (!isLoaded) await page.evaluate(await source);
  // A hint under the pointer repeats the label of its button and belongs to no part of the page.
  const violations = await page.evaluate<Violation[]>(
    "axe.run({ exclude: '[role=tooltip]' }, { resultTypes: ['violations'] }).then((result) => result.violations)",
  );
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id} (${help}): ${target.join(' ')} ${html.slice(0, 160)}`),
  );
  expect(found, page.url()).toEqual([]);
}
