/** Waits until a registration or a transfer has been carried out at the registry. */
import type { Client } from './create-client.ts';
import { pause } from './retry.ts';
import type { WaitOptions } from './wait-until-served.ts';

const timeoutMsDefault = 120_000;
const firstWaitMs = 250;
const waitMsMax = 2_000;

/**
 * The registry refused the registration; its credits are back.
 *
 * ```ts
 * const isLive = await waitUntilLive(client, domain).then(
 *   () => true,
 *   (error) => {
 *     if (error instanceof RegistrationFailed) return false;
 *     throw error;
 *   },
 * );
 * ```
 */
export class RegistrationFailed extends Error {
  override readonly name = 'RegistrationFailed';
}

/**
 * Resolves when the domain exists at the registry. Rejects with `RegistrationFailed` when the registry
 * refused it, and with `TimeoutError` when that takes longer: the service goes on trying.
 *
 * ```ts
 * await client.registerDomain({ domain: 'example.com', contact });
 * await waitUntilLive(client, 'example.com');
 * ```
 */
export async function waitUntilLive(
  client: Pick<Client, 'getDomain' | 'listRecords'>,
  domain: string,
  { timeoutMs = timeoutMsDefault, signal }: WaitOptions = {},
): Promise<void> {
  const until = performance.now() + timeoutMs;
  const options = signal === undefined ? {} : { signal };
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, waitMsMax)) {
    const { pendingFulfillment } = await client.listRecords({ domain }, options);
    // Afterwards, because a registration that failed is no longer pending either.
    const { status } = (await client.getDomain({ domain }, options)).domain;
    if (status === 'failed') {
      throw new RegistrationFailed(`The registry refused to register ${domain}.`);
    }
    if (!pendingFulfillment) return;
    const leftMs = until - performance.now();
    if (leftMs <= 0) {
      throw new DOMException(`The registry has not registered ${domain} yet.`, 'TimeoutError');
    }
    await pause(Math.min(waitMs, leftMs), signal);
  }
}
