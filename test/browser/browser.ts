/**
 * A real browser in front of the real service:
 *
 *   describeDashboard('Signing in', (dashboard) => {
 *     it('…', async () => {
 *       const { page } = await dashboard.visit('/sign-in');
 *       await page.getByLabel('Email address').fill('ada@example.com');
 *
 * Each visit is a person with cookies of their own. Only the owner's tab is kept from test to test
 * (`signedIn`): the first page in a new tab takes three times the processor time of one in a tab that
 * has shown the dashboard before. A test fails when its pages logged an error or broke the page's own
 * security policy.
 */

import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { createEngine } from '@hostmaster/test-rig/engines';
import { type ServiceOptions, TestService } from '@hostmaster/test-rig/service';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { createSetUpToken } from '../../packages/server/src/users/set-up.ts';
import { unpackChromium } from './chromium.ts';

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
}

export interface VisitOptions {
  readonly width?: 'desktop' | 'phone';
  readonly theme?: 'light' | 'dark';
}

/** The first account of a service; `signedIn` makes it. */
export const owner = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'note G of the sketch 1843',
  workspace: 'Analytical Engines',
} as const;

export const viewports = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

interface Owner {
  readonly workspaceId: string;
  readonly cookies: Parameters<BrowserContext['addCookies']>[0];
}

const patienceMs = 60_000;

export function describeDashboard(
  title: string,
  define: (dashboard: TestDashboard) => void,
  options: ServiceOptions = {},
): void {
  describe(title, () => {
    const dashboard = new TestDashboard(new TestService(createEngine('sqlite'), options));
    beforeAll(() => dashboard.start());
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') await dashboard.showVisits();
      await dashboard.endVisits();
    });
    afterAll(() => dashboard.stop());
    define(dashboard);
  });
}

export class TestDashboard {
  readonly service: TestService;
  #browser: Browser | null = null;
  #owner: Promise<Owner> | null = null;
  #tab: Visit | null = null;
  #isTabInUse = false;
  #visits: Visit[] = [];
  #complaints: string[] = [];

  constructor(service: TestService) {
    this.service = service;
  }

  async start(): Promise<void> {
    await this.service.start();
    // Sources that changed since the run began are built now, not while a visitor waits.
    await fetch(this.address('/'));
    this.#browser = await sharedBrowser();
  }

  async stop(): Promise<void> {
    await this.#tab?.context.close();
    await this.service.stop();
  }

  /** As the first start prints it. */
  async setUpLink(): Promise<string> {
    return `/set-up#${await this.#setUpToken()}`;
  }

  /** The first account and its workspace, made without a page. */
  owner(): Promise<Owner> {
    this.#owner ??= this.#createOwner();
    return this.#owner;
  }

  /** The owner, signed in, at a page of their workspace: `account`. */
  async signedIn(path: string, options: VisitOptions = {}): Promise<Visit> {
    const { workspaceId, cookies } = await this.owner();
    const visit = this.#isTabInUse ? await this.#open(options) : await this.#takeTab(options);
    await visit.context.addCookies(cookies);
    await visit.page.goto(this.address(`/${workspaceId}/${path}`));
    return visit;
  }

  /** A person who has not opened a page yet. */
  newVisitor(options: VisitOptions = {}): Promise<Visit> {
    return this.#open(options);
  }

  /** A person who opens a page of the dashboard: `/sign-in`. */
  async visit(path: string, options: VisitOptions = {}): Promise<Visit> {
    const visit = await this.newVisitor(options);
    await visit.page.goto(this.address(path));
    return visit;
  }

  address(path: string): string {
    return `${this.service.url}/dashboard${path}`;
  }

  /** A screenshot of the page when the test failed. */
  async showVisits(): Promise<void> {
    const contexts = this.#visits.map(({ context }) => context);
    if (this.#isTabInUse && this.#tab !== null) contexts.push(this.#tab.context);
    for (const page of contexts.flatMap((context) => context.pages())) {
      const view = await page.locator('body').ariaSnapshot({ timeout: patienceMs });
      console.error(`${page.url()}\n${view}`);
    }
  }

  /** Ends what the test began, and says what its pages complained about. */
  async endVisits(): Promise<void> {
    const visits = this.#visits;
    this.#visits = [];
    for (const { context } of visits) await context.close();
    if (this.#isTabInUse) await this.#leaveTab();
    const complaints = this.#complaints;
    this.#complaints = [];
    expect(complaints).toEqual([]);
  }

  async #createOwner(): Promise<Owner> {
    const { page } = await this.#takeTab({});
    this.#isTabInUse = false;
    const userAgent = await page.evaluate<string>('navigator.userAgent');
    const client = new DashboardClient(this.service.client, {
      origin: this.service.url,
      headers: { 'user-agent': userAgent },
    });
    await client.open();
    const { workspaces } = await client.call('setUpOwner', {
      token: await this.#setUpToken(),
      name: owner.name,
      email: owner.email,
      password: owner.password,
      workspaceName: owner.workspace,
    });
    const [name = '', value = ''] = client.cookie?.split('=') ?? [];
    const cookie = { name, value, url: this.service.url, httpOnly: true, sameSite: 'Lax' as const };
    const [workspace] = workspaces;
    if (workspace === undefined) throw new Error('The owner has no workspace.');
    return { workspaceId: workspace.id, cookies: [cookie] };
  }

  async #setUpToken(): Promise<string> {
    const token = await createSetUpToken(this.service.database, Date.now());
    if (token === null) throw new Error('The service has an owner already.');
    return token;
  }

  async #takeTab({ width = 'desktop', theme = 'light' }: VisitOptions): Promise<Visit> {
    this.#tab ??= await this.#newTab({});
    this.#isTabInUse = true;
    await this.#tab.page.setViewportSize(viewports[width]);
    await this.#tab.page.emulateMedia({ colorScheme: theme });
    return this.#tab;
  }

  /** Leaves nothing in the tab that the next test could see. */
  async #leaveTab(): Promise<void> {
    this.#isTabInUse = false;
    if (this.#tab === null) return;
    const { page, context } = this.#tab;
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.setOffline(false);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.mouse.move(0, 0);
    // A page of the same origin, so that the browser keeps the tab's process.
    await page.goto(`${this.service.url}/healthz`);
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await context.clearCookies();
  }

  async #open(options: VisitOptions): Promise<Visit> {
    const visit = await this.#newTab(options);
    this.#visits.push(visit);
    return visit;
  }

  async #newTab({ width = 'desktop', theme = 'light' }: VisitOptions): Promise<Visit> {
    if (this.#browser === null) throw new Error('The browser has not started.');
    const context = await this.#browser.newContext({
      viewport: viewports[width],
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(patienceMs);
    context.on('weberror', (error) => this.#complaints.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() !== 'error' || isRefusal(message.text())) return;
      this.#complaints.push(message.text());
    });
    return { page: await context.newPage(), context };
  }
}

let launching: Promise<Browser> | null = null;

/** One for all files of a worker, and it ends with that; visitors share nothing but the program. */
function sharedBrowser(): Promise<Browser> {
  launching ??= launch();
  return launching;
}

async function launch(): Promise<Browser> {
  return chromium.launch({
    ...(await unpackChromium()),
    // The package's own arguments are for one process without any web security: not what people use.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    headless: true,
  });
}

/** The next POST to the address arrives, and its answer is lost. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  let isLost = false;
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}

/** Fills in the page behind the set-up link. */
export async function setUpOwner(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByLabel('Workspace name').fill(owner.workspace);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
}

/** Browsers log every refusal, and every request that is cut off; the page handles both. */
function isRefusal(text: string): boolean {
  return /^Failed to load resource: (?:the server responded with a status of (?:4\d\d|503)|net::ERR_INTERNET_DISCONNECTED|net::ERR_CONNECTION_RESET)/.test(
    text,
  );
}
