/** Registration and a record edit with the keyboard only, on a phone's width and at 200 % zoom. */
import { contact } from '@hostmaster/test-rig/service';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';

/** In CSS pixels: a window of 1280 by 800 at 200 % shows half of each. */
const screens = [
  ['390 px', { width: 390, height: 844 }],
  ['200 % zoom', { width: 640, height: 400 }],
] as const;

const stopsMax = 60;

describeDashboard('With the keyboard only', (dashboard) => {
  for (const [title, viewport] of screens) {
    it(`a name is registered and a record is added and edited: ${title}`, async () => {
      const { page, client } = await openStage(dashboard, 'domains/search', { credits: '20' });
      await page.setViewportSize(viewport);
      const name = dashboard.service.freshName('keys');
      const keys = new Keyboard(page);

      await keys.type(page.getByRole('searchbox', { name: 'Domain name' }), name);
      await keys.press(page.getByRole('link', { name }));
      await page.getByRole('heading', { name: `Register ${name}`, level: 1 }).waitFor();
      await keys.type(page.getByLabel('Country'), 'United K');
      await keys.type(page.getByLabel('Street address'), contact.address1);
      await keys.type(page.getByLabel('Postal code'), contact.postalCode);
      await keys.type(page.getByLabel('City'), contact.city);
      await keys.type(page.getByLabel('Phone'), '020 7946 0000');
      await keys.goTo(page.getByLabel('Save this contact for next time'));
      await page.keyboard.press('Space');
      await keys.press(page.getByRole('button', { name: 'Register for 12 credits' }));
      await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
      await dashboard.service.untilLive(client, name);

      await keys.press(page.getByRole('button', { name: /^Connect a website/ }));
      await keys.type(page.getByLabel('IPv4 address'), '192.0.2.1');
      await keys.press(page.getByRole('button', { name: 'Save record' }));
      await keys.press(page.getByRole('button', { name: /^Edit .*A/ }));
      await keys.type(page.getByLabel('IPv4 address'), '192.0.2.2');
      await page.keyboard.press('Enter');
      await page.getByRole('row', { name: /192\.0\.2\.2/ }).waitFor();
      // The page shows the change before the service has confirmed it.
      await expect
        .poll(async () => (await client.call('listRecords', { domain: name })).records)
        .toMatchObject([{ type: 'A', name: '@', value: '192.0.2.2' }]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });
  }

  it('menus and dialogs open, and return the focus when they close', async () => {
    const { page } = await openStage(dashboard, 'overview');
    const keys = new Keyboard(page);
    const menu = page.getByRole('button', { name: 'Account menu' });
    for (const key of ['Enter', 'ArrowDown']) {
      await keys.goTo(menu);
      await page.keyboard.press(key);
      await page.getByRole('menuitem', { name: 'API reference' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await keys.expectFocus(menu);
    }
    const switcher = page.getByRole('button', { name: /^Switch workspace/ });
    await keys.press(switcher);
    await keys.press(page.getByRole('menuitem', { name: 'New workspace' }), 'ArrowDown');
    await keys.expectFocus(page.getByRole('dialog').getByLabel('Name'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.expectFocus(switcher);
  });
});

/** Moves the focus as a person does, and checks that it can be seen. */
class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.goTo(field);
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.#page.keyboard.type(text);
  }

  async press(control: Locator, moveBy = 'Tab'): Promise<void> {
    await this.goTo(control, moveBy);
    await this.#page.keyboard.press('Enter');
  }

  async goTo(control: Locator, moveBy = 'Tab'): Promise<void> {
    await control.first().waitFor();
    for (let stop = 0; stop < stopsMax; stop += 1) {
      if (await this.#isFocused(control)) {
        await expect.poll(() => this.#page.evaluate(isInView)).toBe(true);
        return;
      }
      await this.#page.keyboard.press(moveBy);
    }
    throw new Error(`${control} cannot be reached with the keyboard.`);
  }

  async expectFocus(control: Locator): Promise<void> {
    await control.and(this.#page.locator(':focus')).waitFor();
  }

  async #isFocused(control: Locator): Promise<boolean> {
    return (await control.and(this.#page.locator(':focus')).count()) > 0;
  }
}

/** Whether the focus is on screen and not below a fixed bar. Evaluated in the page. */
const isInView = `(() => {
  const element = document.activeElement;
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && (element.contains(found) || found.contains(element));
})()`;
