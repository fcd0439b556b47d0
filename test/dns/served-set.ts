/** The records of the apex of one type, as the service answers with them over TCP, with signatures. */
import {
  decodeMessage,
  type Edns,
  encodeMessage,
  makeQuery,
  Name,
  presentRdata,
  rrsigCodec,
  rrTypes,
} from '@hostmaster/dns';
import type { TestService } from '@hostmaster/test-rig/service';
import { expect } from 'vitest';
import { RawClient } from './raw-exchange.ts';

const edns: Edns = { udpPayloadBytes: 1_232, version: 0, dnssecOk: true, options: [] };

/** The data of the records as text, in the form of the API; each set has a signature. */
export async function servedSet(
  service: TestService,
  domain: string,
  type: number,
): Promise<string[]> {
  await using client = await RawClient.open(service.dnsPort);
  const message = { ...makeQuery(1, { name: Name.parse(domain), type }), edns };
  const { answers } = decodeMessage(await client.ask('tcp', encodeMessage(message)));
  const covers = answers
    .filter((each) => each.type === rrTypes.RRSIG)
    .map(({ rdata }) => rrsigCodec.decode(rdata).covered);
  const set = answers.filter((each) => each.type === type);
  if (set.length > 0) expect(covers).toContain(type);
  const texts = set.map(({ rdata }) => presentRdata({ type, rdata }));
  return texts.map((text) => (type === rrTypes.CDS ? text.toUpperCase() : text)).toSorted();
}
