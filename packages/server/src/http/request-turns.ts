/**
 * Bounds the work for requests in each turn of the event loop: otherwise secondaries, whose transfers
 * need several turns, wait for seconds. Requests above the bound take turns: until they are
 * authenticated by network and, within it, by the key that they claim to have; then by workspace. The first one of a network or
 * workspace in a turn begins at once. Sign-in has turns of its own, and health never waits.
 */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../base/addresses/network-of.ts';
import { FairQueue } from '../base/fairness/fair-queue.ts';
import { TimedTurns } from '../base/fairness/timed-turns.ts';

const turnMs = 5;
const startsPerTurn = 64;
/** Networks, or workspaces, whose first request of a turn begins after its time is over. */
const newcomersPerTurn = 8;

/** The lines: requests of customers, before and after authentication, and sign-in. */
const lines = ['arrived', 'authenticated', 'sign-in'] as const;
type Line = (typeof lines)[number];

type Begin = () => void;

/** Those of a group share its turns; its keys take turns within it. */
interface Place {
  readonly group: string;
  readonly key: string;
}

export class RequestTurns {
  readonly #waiting: Readonly<Record<Line, NestedQueue>> = {
    arrived: new NestedQueue(),
    authenticated: new NestedQueue(),
    'sign-in': new NestedQueue(),
  };
  /** Those whose request began when it came, in this turn. */
  readonly #groupsBegun: Record<Line, Set<string>> = {
    arrived: new Set(),
    authenticated: new Set(),
    'sign-in': new Set(),
  };
  readonly #turns: TimedTurns;
  #newcomers = 0;
  /** The line that is asked first for the next request. */
  #nextLine = 0;

  constructor(now: () => number = () => performance.now()) {
    const waiting = Object.values(this.#waiting);
    const pieces = {
      size: () => waiting.reduce((sum, { size }) => sum + size, 0),
      take: () => this.#take(),
    };
    const onEnd = () => this.#forgetBegun();
    this.#turns = new TimedTurns(pieces, { turnMs, startsPerTurn, onEnd, now });
  }

  /** Calls `begin` at once, or in a later turn. */
  enter(line: Line, place: Place, begin: Begin): void {
    const waiting = this.#waiting[line];
    const isInTime = this.#turns.hasTime() && waiting.size === 0;
    if (!isInTime && !this.#isNewcomer(line, place)) waiting.add(place, begin);
    else {
      this.#groupsBegun[line].add(place.group);
      begin();
    }
  }

  #isNewcomer(line: Line, { group }: Place): boolean {
    if (this.#newcomers === newcomersPerTurn) return false;
    if (this.#groupsBegun[line].has(group) || this.#waiting[line].has(group)) return false;
    this.#newcomers += 1;
    return true;
  }

  #take(): Begin | undefined {
    for (let tried = 0; tried < lines.length; tried += 1) {
      const line = lines[this.#nextLine] ?? 'arrived';
      this.#nextLine = (this.#nextLine + 1) % lines.length;
      const begin = this.#waiting[line].take();
      if (begin !== undefined) return begin;
    }
    return undefined;
  }

  #forgetBegun(): void {
    this.#newcomers = 0;
    for (const line of lines) {
      if (this.#groupsBegun[line].size > 0) this.#groupsBegun[line] = new Set();
    }
  }
}

/** Groups take turns and, within a group, its keys. */
class NestedQueue {
  /** A group once for each that waits. */
  readonly #turns = new FairQueue<string>();
  #byGroup = new Map<string, FairQueue<Begin>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(group: string): boolean {
    return this.#byGroup.has(group);
  }

  add({ group, key }: Place, begin: Begin): void {
    let queue = this.#byGroup.get(group);
    if (queue === undefined) {
      queue = new FairQueue();
      this.#byGroup.set(group, queue);
    }
    queue.add(key, begin);
    this.#turns.add(group, group);
    this.#size += 1;
  }

  take(): Begin | undefined {
    const group = this.#turns.take();
    if (group === undefined) return undefined;
    const queue = this.#byGroup.get(group);
    this.#size -= 1;
    if (this.#size === 0) this.#byGroup = new Map();
    else if (this.#turns.countOf(group) === 0) this.#byGroup.delete(group);
    return queue?.take();
  }
}

/** An IPv6 client usually has a whole /64. */
const networkBits = { v4: 32, v6: 64 };

export function takeTurns(app: FastifyInstance, signInPath: string): void {
  const turns = new RequestTurns();
  const networks = new LRUCache<string, string>({ max: 1_000 });
  const networkOfAddress = (address: string) => {
    const known = networks.get(address);
    if (known !== undefined) return known;
    const network = networkOf(address, networkBits);
    networks.set(address, network);
    return network;
  };
  app.addHook('onRequest', (request, _, done) => {
    const { url, headers } = request;
    if (url === '/healthz' || url === '/readyz') {
      done();
      return;
    }
    const { 'x-api-key': key } = headers;
    const group = networkOfAddress(request.ip);
    const place = { group, key: typeof key === 'string' ? key : '' };
    turns.enter(url === signInPath ? 'sign-in' : 'arrived', place, done);
  });
  app.addHook('preValidation', (request, _, done) => {
    const workspaceId = request.identity?.actor.workspaceId;
    if (workspaceId === undefined) done();
    else turns.enter('authenticated', { group: workspaceId, key: '' }, done);
  });
}
