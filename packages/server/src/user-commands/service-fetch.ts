/**
 * How user commands reach a service: answers are bounded, redirects are not followed because they would
 * carry the key to another host, and a clock that is far off is noticed.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';

/** Larger than all records of a domain, as the service bounds them. */
const answerBytesMax = 64 * 1024 * 1024;
/** Signatures and certificates begin to fail. */
const skewMsMax = 5 * minuteMs;

/** Its message continues the sentence "Cannot use …: ". */
class Unusable extends Error {
  override readonly name = 'Unusable';
}

export interface ServiceFetch {
  readonly fetch: typeof globalThis.fetch;
  /** How far this machine's clock is ahead of the service's; null when that is within tolerance. */
  skewMs(): number | null;
}

export function createServiceFetch(clock: MachineClock): ServiceFetch {
  let skewMs: number | null = null;
  return {
    async fetch(url, init) {
      const response = await fetch(url, { ...init, redirect: 'manual' });
      skewMs = skewOf(clock, response.headers.get('date'));
      if (response.status >= 300 && response.status < 400 && response.status !== 304) {
        const location = response.headers.get('location') ?? 'nowhere';
        throw new Unusable(
          `it redirects to ${location}. If that is your service, give its address with --url.`,
        );
      }
      const { status, headers } = response;
      return new Response(await readBounded(response), { status, headers });
    },
    skewMs: () => skewMs,
  };
}

/** Hands a message to a program on the developer's machine. Returns its status. */
export async function postMessage(
  url: string,
  init: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
  },
): Promise<number> {
  const response = await fetch(url, { ...init, method: 'POST', redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) {
      throw new Unusable('its answer is too large. Check that the address is that of Hostmaster.');
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function skewOf(clock: MachineClock, date: string | null): number | null {
  const skewMs = clock.now() - Date.parse(date ?? '');
  return Math.abs(skewMs) > skewMsMax ? skewMs : null;
}
