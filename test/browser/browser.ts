/**
 * A real browser in front of the real service:
 *
 *   describeDashboard('Signing in', (dashboard) => {
 *     it('…', async () => {
 *       const { page } = await dashboard.visit('/sign-in');
 *       await page.getByLabel('Email address').fill('ada@example.com');
 *
 * Each visit is a person with cookies of their own. A test fails when its pages logged an error or
 * broke the page's own security policy.
 */

import { createEngine } from '@hostmaster/test-rig/engines';
import { type ServiceOptions, TestService } from '@hostmaster/test-rig/service';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { createSetUpToken } from '../../packages/server/src/accounts/set-up.ts';
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

type OwnerState = Awaited<ReturnType<BrowserContext['storageState']>>;

const patienceMs = 15_000;

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
  #owner: OwnerState | null = null;
  #visits: { readonly context: BrowserContext; readonly complaints: string[] }[] = [];

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
    await this.service.stop();
  }

  /** As the first start prints it. */
  async setUpLink(): Promise<string> {
    const token = await createSetUpToken(this.service.database, Date.now());
    if (token === null) throw new Error('The service has an owner already.');
    return `/set-up#${token}`;
  }

  /** The owner, signed in, at a page of their workspace: `account`. */
  async signedIn(path: string, options: VisitOptions = {}): Promise<Visit> {
    this.#owner ??= await this.#setUp();
    const visit = await this.visit('/', { ...options, state: this.#owner });
    await visit.page.getByRole('button', { name: 'Account menu' }).first().waitFor();
    const workspaceId = new URL(visit.page.url()).pathname.split('/')[2];
    await visit.page.goto(this.address(`/${workspaceId}/${path}`));
    return visit;
  }

  async #setUp(): Promise<OwnerState> {
    const { page, context } = await this.visit(await this.setUpLink());
    await setUpOwner(page);
    return context.storageState();
  }

  /** A person who opens a page of the dashboard: `/sign-in`. */
  async visit(path: string, options: VisitOptions & { state?: OwnerState } = {}): Promise<Visit> {
    if (this.#browser === null) throw new Error('The browser has not started.');
    const context = await this.#browser.newContext({
      ...(options.state === undefined ? {} : { storageState: options.state }),
      viewport: viewports[options.width ?? 'desktop'],
      colorScheme: options.theme ?? 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const complaints: string[] = [];
    context.setDefaultTimeout(patienceMs);
    context.on('weberror', (error) => complaints.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() === 'error' && !isRefusal(message.text())) complaints.push(message.text());
    });
    this.#visits.push({ context, complaints });
    const page = await context.newPage();
    await page.goto(this.address(path));
    return { page, context };
  }

  address(path: string): string {
    return `${this.service.url}/dashboard${path}`;
  }

  /** What a person would have seen when the test gave up. */
  async showVisits(): Promise<void> {
    for (const page of this.#visits.flatMap(({ context }) => context.pages())) {
      const view = await page.locator('body').ariaSnapshot({ timeout: patienceMs });
      console.error(`${page.url()}\n${view}`);
    }
  }

  /** Ends what the test began, and says what its pages complained about. */
  async endVisits(): Promise<void> {
    const visits = this.#visits;
    this.#visits = [];
    for (const { context } of visits) await context.close();
    expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
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

/** Fills in the page behind the set-up link. */
export async function setUpOwner(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByLabel('Workspace name').fill(owner.workspace);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
}

/** Browsers log every refusal, and every request that is cut off; both are the page's business. */
function isRefusal(text: string): boolean {
  return /^Failed to load resource: (?:the server responded with a status of (?:4\d\d|503)|net::ERR_INTERNET_DISCONNECTED|net::ERR_CONNECTION_RESET)/.test(
    text,
  );
}
