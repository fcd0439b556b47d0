/**
 * Signs the sets of a page in a thread, so that other requests are answered meanwhile. The page goes to
 * and fro as one message each: a task of Node's pool for each signature takes this thread two thirds of
 * the time of making it, and the threads of the pool take turns with this one on the cores.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { programThread } from '../base/program-files.ts';
import { packRecords } from '../zones/journal-form.ts';
import type { SignatureEdits } from '../zones/sign-sets.ts';
import type { SigningAnswer, SigningOrder } from './set-signer-thread.ts';

/** Fewer are signed with their change: handing them over and waiting takes as long. */
const setsMin = 32;
const heapMb = 64;
/** The extension of this file; the thread has the same. */
const extension = extname(import.meta.url);

export class SetSigner {
  #thread: Worker | null = null;
  /** The pages that it has, in their order. */
  #waiting: ((answer: SigningAnswer | null) => void)[] = [];

  /** What the thread cannot sign is signed with its change. */
  async sign(edits: SignatureEdits): Promise<void> {
    const { zone, keys, times } = edits.signer;
    const sets = edits.unsigned;
    if (sets.length < setsMin) return;
    const answer = await this.#ask({
      zone: zone.wire,
      keys: keys.map((key) => key.toPem()),
      validity: times.validity,
      sets: sets.map(packRecords),
    });
    if (answer !== null) edits.putSigned(answer);
  }

  /** Nothing is to be signed meanwhile. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(order: SigningOrder): Promise<SigningAnswer | null> {
    const { promise, resolve } = Promise.withResolvers<SigningAnswer | null>();
    this.#waiting.push(resolve);
    this.#thread ??= this.#start();
    this.#thread.postMessage(order);
    return promise;
  }

  #start(): Worker {
    const file = new URL(`./set-signer-thread${extension}`, import.meta.url);
    const thread = new Worker(programThread(file), {
      name: 'signatures',
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    thread.on('message', (answer: SigningAnswer) => this.#waiting.shift()?.(answer));
    // The next page starts another one.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      this.#thread = null;
      for (const resolve of this.#waiting.splice(0)) resolve(null);
    });
    return thread;
  }
}
