/**
 * Crash rounds on one data directory: the server that recovers from one crash is killed in the next
 * round. All data is checked after each crash.
 */

import type { TestEngine, TestPlace } from '@hostmaster/test-rig/engines';
import type { ServerProcess } from '@hostmaster/test-rig/process';
import { expect } from 'vitest';
import { type CrashSite, openCrashSite, type StartOptions } from './crash-site.ts';
import type { Receipt } from './customer.ts';
import { expectSettledAndSound, settled } from './examine.ts';
import { type Fault, readMarks } from './fault.ts';
import { homes, mixedLoad } from './load.ts';

export class CrashHarness {
  readonly #engine: TestEngine;
  /** A fresh one when absent. */
  readonly #place: TestPlace | undefined;
  #site: Promise<CrashSite> | null = null;
  #server: ServerProcess | null = null;
  #round = 0;

  constructor(engine: TestEngine, place?: TestPlace) {
    this.#engine = engine;
    this.#place = place;
  }

  site(): Promise<CrashSite> {
    this.#site ??= this.#open();
    return this.#site;
  }

  get server(): ServerProcess {
    if (this.#server === null) throw new Error('No server runs here.');
    return this.#server;
  }

  async arm(fault: Fault): Promise<void> {
    await this.site();
    expect(await this.server.send(fault)).toBe('armed');
  }

  /** Waits until the killed server has exited. */
  async restart(options: StartOptions = {}): Promise<void> {
    const site = await this.site();
    expect(await this.server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    this.#server = await site.start(options);
  }

  /** Load, kill at the given point, restart, check of all data. Returns the marks of the killed process. */
  async crash(fault: Fault): Promise<{ marks: readonly string[]; receipts: readonly Receipt[] }> {
    const { place } = await this.site();
    const before = readMarks(place).length;
    await this.arm(fault);
    const receipts = await this.load();
    await this.restart();
    await this.expectSound();
    return { marks: readMarks(place).slice(before), receipts };
  }

  async load(): Promise<readonly Receipt[]> {
    const { customer } = await this.site();
    this.#round += 1;
    return customer.sendAll(mixedLoad(this.#round));
  }

  async expectSound(): Promise<void> {
    const { place, customer } = await this.site();
    await expectSettledAndSound(place, customer.receipts);
  }

  async #open(): Promise<CrashSite> {
    const site = await openCrashSite(this.#engine, this.#place);
    this.#server = await site.start();
    await site.customer.registerAll(homes);
    await settled(site.place);
    return site;
  }
}
