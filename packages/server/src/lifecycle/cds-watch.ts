/**
 * Asks the nameservers of other operators once a day for the CDS records of domains that follow them
 * (docs/adr/0052). Servers that do not answer hold up only domains of the same workspace. Any number of
 * processes share the domains.
 */
import { secondMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import { Loop } from '../base/loop.ts';
import { listDueCds } from '../storage/queries/domains/followed-cds.ts';
import { type CdsSource, findCds } from './find-cds.ts';
import { type CdsServices, type CdsSubject, claimCds, concludeCds } from './follow-cds.ts';

/** With this rest a workspace has two checks in a second, and all have sixteen. */
const restMs = secondMs;
const placesMax = 16;
const placesOfWorkspaceMax = 2;

export class CdsWatch {
  readonly #services: CdsServices & { readonly log: Logger };
  readonly #source: CdsSource;
  readonly #loop: Loop;
  /** By the id of the domain. */
  readonly #underWay = new Map<string, { workspaceId: string; check: Promise<void> }>();

  constructor(services: CdsServices & { readonly log: Logger }, source: CdsSource) {
    this.#services = services;
    this.#source = source;
    this.#loop = new Loop({
      run: () => this.#fillPlaces(),
      restMs,
      onError: (error) => services.log.warn({ err: error }, 'reading due CDS checks failed'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all([...this.#underWay.values()].map(({ check }) => check));
  }

  async #fillPlaces(): Promise<void> {
    const { database, clock } = this.#services;
    const limit = placesMax - this.#underWay.size;
    if (limit === 0) return;
    const busy = [...this.#underWay.values()].map(({ workspaceId }) => workspaceId);
    const except = [...new Set(busy)].filter((id) => !this.#hasPlace(id));
    const due = await database.all(listDueCds, { now: clock.now(), except, limit });
    for (const subject of due) {
      const { id, workspaceId } = subject;
      if (this.#underWay.has(id) || !this.#hasPlace(workspaceId)) continue;
      const check = this.#check(subject).finally(() => this.#underWay.delete(id));
      this.#underWay.set(id, { workspaceId, check });
    }
  }

  #hasPlace(workspaceId: string): boolean {
    const own = [...this.#underWay.values()].filter((each) => each.workspaceId === workspaceId);
    return own.length < placesOfWorkspaceMax;
  }

  /** Never rejects. */
  async #check(subject: CdsSubject): Promise<void> {
    const { clock, log } = this.#services;
    try {
      const claim = await claimCds(this.#services, subject);
      if (claim === null) return;
      const { nameservers, anchors } = claim;
      const nowSeconds = Math.floor(clock.now() / 1_000);
      const domain = { name: subject.name, nameservers };
      const found = await findCds(this.#source, domain, { anchors, nowSeconds });
      await concludeCds(this.#services, subject, { claim, found });
    } catch (error) {
      if (this.#loop.isStopping) return;
      log.warn({ err: error, domain: subject.name }, 'following CDS records failed');
    }
  }
}
