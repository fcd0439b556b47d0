/** Waits until every nameserver has the latest change of a zone, for example an ACME challenge. */
import type { Client } from './create-client.ts';

export interface WaitOptions {
  /** Default: two minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const timeoutMsDefault = 120_000;
/** Shorter than the time that a request may take. */
const waitSecondsMax = 20;

/**
 * Resolves with the serial that all of them serve; rejects with `TimeoutError` when it takes longer.
 *
 * ```ts
 * await client.createRecord({ domain, type: 'TXT', name: '_acme-challenge', value: token });
 * const serial = await waitUntilServed(client, domain, { timeoutMs: 60_000 });
 * ```
 */
export async function waitUntilServed(
  client: Pick<Client, 'getPropagation'>,
  domain: string,
  options: WaitOptions = {},
): Promise<number> {
  const until = performance.now() + (options.timeoutMs ?? timeoutMsDefault);
  for (;;) {
    const leftSeconds = Math.max(0, Math.ceil((until - performance.now()) / 1_000));
    const wait = `${Math.min(leftSeconds, waitSecondsMax)}s`;
    const { serial, inSync, secondaries } = await client.getPropagation(
      { domain, wait },
      options.signal === undefined ? {} : { signal: options.signal },
    );
    if (inSync && serial !== null) return serial;
    if (performance.now() >= until) {
      const late = secondaries.filter((each) => !each.inSync).map(({ name }) => name);
      throw new DOMException(
        `${domain} is not served yet${late.length === 0 ? '' : ` by ${late.join(', ')}`}.`,
        'TimeoutError',
      );
    }
  }
}
