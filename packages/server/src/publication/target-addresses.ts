/** What flattened targets are known to resolve to. */
import type { HostmasterReader } from '../storage/schema.ts';
import type { AddressBook } from '../zones/publish-owner.ts';

/** Nothing is known while nothing resolves: flattened records publish nothing and warn. */
export async function findTargetAddresses(
  _reader: HostmasterReader,
  _targets: readonly string[],
): Promise<AddressBook> {
  return nothingKnown;
}

const nothingKnown: AddressBook = new Map();
