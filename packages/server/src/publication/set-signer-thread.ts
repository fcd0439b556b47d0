/** The thread of set-signer.ts. It has private keys for the time of one message only. */
import { parentPort } from 'node:worker_threads';
import { Name } from '@hostmaster/dns';
import { type Validity, ZoneKey } from '@hostmaster/dns/dnssec';
import { lowerPriority } from '../base/fairness/lower-priority.ts';
import { packRecords, unpackRecords } from '../zones/journal-form.ts';

export interface SigningOrder {
  /** Its name in wire form. */
  readonly zone: Uint8Array;
  /** Private keys; each signs each set. */
  readonly keys: readonly string[];
  readonly validity: Validity;
  /** Packed, as in the journal. */
  readonly sets: readonly Uint8Array[];
}

/** The packed signatures of each set. */
export type SigningAnswer = readonly Uint8Array[];

lowerPriority();
parentPort?.on('message', (order: SigningOrder) => parentPort?.postMessage(signSets(order)));

function signSets({ zone, keys, validity, sets }: SigningOrder): SigningAnswer {
  const zoneName = Name.fromTrustedWire(zone);
  const opened = keys.map((key) => ZoneKey.fromPem(key));
  return sets.map((packed) => {
    const set = unpackRecords(packed);
    return packRecords(opened.map((key) => key.sign(zoneName, set, validity)));
  });
}
