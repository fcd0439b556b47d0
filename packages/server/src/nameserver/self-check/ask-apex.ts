/** Asks one server for what a resolver needs to validate the apex of a zone. */
import { classes, type Message, makeMessage, Name, rrTypes } from '@hostmaster/dns';
import type { RandomSource } from '../../base/random.ts';
import { type ExaminedApex, examineApex } from '../../zones/examine-apex.ts';

/** How a message reaches the server. Rejects when there is no answer. */
export type Send = (message: Message) => Promise<Message>;

const udpPayloadBytes = 1_232;
/** Labels to choose from: no zone has the one that is asked for. */
const labels = 2 ** 47;

export async function askApex(
  zoneName: string,
  send: Send,
  by: {
    readonly anchors: readonly Uint8Array[];
    readonly nowSeconds: number;
    readonly random: RandomSource;
  },
): Promise<ExaminedApex> {
  const zone = Name.parse(zoneName);
  const { random } = by;
  const absentName = zone.child(`x${random.below(labels).toString(36)}`);
  const ask = (name: Name, type: number) =>
    send(
      makeMessage(random.below(65_536), {
        questions: [{ name, type, class: classes.IN }],
        edns: { udpPayloadBytes, version: 0, dnssecOk: true, options: [] },
      }),
    );
  // One after the other: a check of many zones is spread over the day, and has time.
  const keys = await ask(zone, rrTypes.DNSKEY);
  const soa = await ask(zone, rrTypes.SOA);
  const nameservers = await ask(zone, rrTypes.NS);
  const absent = await ask(absentName, rrTypes.A);
  return examineApex(zone, { keys, soa, nameservers, absent, absentName }, by);
}
