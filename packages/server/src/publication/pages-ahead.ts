/**
 * Signs the pages of a walk before the changes that store them. While one page is stored the thread of
 * set-signer.ts has the next one.
 */
import type { HostmasterReader } from '../storage/schema.ts';
import type { SignedZone } from '../zone-data/signed-zone.ts';
import { SetSigner } from './set-signer.ts';
import { isPageOf, type PageAhead, signPageAhead } from './sign-page.ts';

export class PagesAhead {
  readonly #setSigner = new SetSigner();
  /** The next page of each zone; null where it could not be read. */
  readonly #begun = new Map<string, Promise<PageAhead | null>>();

  /** The page after this place, as the zone is now. */
  async take(reader: HostmasterReader, signed: SignedZone, after: string): Promise<PageAhead> {
    const { domainId } = signed;
    const begun = (await this.#begun.get(domainId)) ?? null;
    this.#begun.delete(domainId);
    const page = isPageOf(begun, signed, after)
      ? begun
      : await signPageAhead(reader, this.#setSigner, { signed, after });
    const { place } = page.page;
    // Each step of a roll raises the serial, and makes what was signed before it useless.
    if (place !== null && signed.signing === 'signing') {
      const next = signPageAhead(reader, this.#setSigner, { signed, after: place });
      this.#begun.set(
        domainId,
        next.catch(() => null),
      );
    }
    return page;
  }

  async close(): Promise<void> {
    await Promise.all(this.#begun.values());
    await this.#setSigner.close();
  }
}
