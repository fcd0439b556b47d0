/**
 * The PDF of a receipt. A thread draws it, so that no other request waits meanwhile, and its fonts are
 * gone from memory afterwards. What it draws is bounded, and so are its time and its memory.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../base/errors.ts';
import { programThread } from '../../base/program-files.ts';
import type { Receipt } from '../../storage/tables/credits/receipts.ts';
import { receiptContent } from './receipt-content.ts';

const drawMsMax = 20_000;
const heapMb = 256;
/** The extension of this file; the thread has the same. */
const extension = extname(import.meta.url);

export async function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const file = new URL(`./receipt-thread${extension}`, import.meta.url);
  const worker = new Worker(programThread(file), {
    workerData: receiptContent(receipt),
    name: 'receipt-pdf',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const timer = setTimeout(() => reject(tookTooLong()), drawMsMax);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread that draws a receipt ended early.')));
  try {
    return Buffer.from(await promise);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function tookTooLong(): Refusal {
  return new Refusal('rate_limited', 'The PDF took too long. Try again.', {
    retryAfterSeconds: 10,
  });
}
