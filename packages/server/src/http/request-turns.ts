/**
 * Bounds the work for requests in each turn of the event loop. Without it a busy process begins all
 * requests that have arrived, and its turns get long: secondaries, whose transfers need several turns,
 * then wait for seconds. Requests above the bound take turns: until they are authenticated by network
 * and, within it, by the key that they claim to have; then by workspace. The first one of a network or
 * workspace in a turn begins at once. Sign-in has turns of its own, and health never waits.
 */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../base/addresses/network-of.ts';
import { FairQueue } from '../base/fair-queue.ts';

/** No further requests begin after this time: of those that arrive in a turn, and of those that wait. */
const turnMs = 5;
/** Waiting requests that begin in one turn at most. */
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
  readonly #now: () => number;
  readonly #waiting: Readonly<Record<Line, NestedQueue>> = {
    arrived: new NestedQueue(),
    authenticated: new NestedQueue(),
    'sign-in': new NestedQueue(),
  };
  /** When the first request of this turn began; null before. */
  #startedAt: number | null = null;
  /** Those whose request began when it came, in this turn. */
  readonly #groupsBegun: Readonly<Record<Line, Set<string>>> = {
    arrived: new Set(),
    authenticated: new Set(),
    'sign-in': new Set(),
  };
  #newcomers = 0;
  /** The line that is asked first for the next request. */
  #nextLine = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Calls `begin` at once, or in a later turn. */
  enter(line: Line, place: Place, begin: Begin): void {
    const now = this.#now();
    if (this.#startedAt === null) {
      this.#startedAt = now;
      setImmediate(this.#endTurn);
    }
    const waiting = this.#waiting[line];
    const isInTime = waiting.size === 0 && now - this.#startedAt < turnMs;
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

  /** The next turn reads from all sockets first, those of secondaries too; then those that wait begin. */
  readonly #endTurn = () => {
    let count = 0;
    this.#newcomers = 0;
    for (const line of lines) {
      this.#groupsBegun[line].clear();
      count += this.#waiting[line].size;
    }
    if (count === 0) {
      this.#startedAt = null;
      return;
    }
    this.#startedAt = this.#now();
    setImmediate(this.#readSockets);
    // One by one: what a request does at once is done before the time is compared again.
    for (let i = Math.min(count, startsPerTurn); i > 0; i -= 1) setImmediate(this.#beginNext);
    setImmediate(this.#endTurn);
  };

  readonly #readSockets = () => {
    this.#startedAt = this.#now();
  };

  readonly #beginNext = () => {
    if (this.#startedAt === null || this.#now() - this.#startedAt >= turnMs) return;
    for (let tried = 0; tried < lines.length; tried += 1) {
      const line = lines[this.#nextLine] ?? 'arrived';
      this.#nextLine = (this.#nextLine + 1) % lines.length;
      const begin = this.#waiting[line].take();
      if (begin !== undefined) {
        begin();
        return;
      }
    }
  };
}

/** Groups take turns and, within a group, its keys. */
class NestedQueue {
  /** In the order of their turns. */
  readonly #byGroup = new Map<string, FairQueue<Begin>>();
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
    this.#size += 1;
  }

  take(): Begin | undefined {
    const [group, queue] = this.#byGroup.entries().next().value ?? [];
    if (group === undefined || queue === undefined) return undefined;
    const begin = queue.take();
    this.#size -= 1;
    this.#byGroup.delete(group);
    // To the end of the line.
    if (queue.keyCount > 0) this.#byGroup.set(group, queue);
    return begin;
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
