/**
 * Transfers a zone as a secondary does: AXFR, or IXFR from a known version (RFC 5936, RFC 1995).
 */
import { decodeMessage } from '../decode-message.ts';
import { makeMessage, type ResourceRecord } from '../message.ts';
import type { Name } from '../name.ts';
import { classes, rcodes, rrTypes } from '../protocol.ts';
import { TransferReader, type TransferResult } from '../transfer/read-transfer.ts';
import { TsigStreamVerifier } from '../tsig-stream.ts';
import { DnsExchangeError, type ExchangeOptions } from './exchange-error.ts';
import { prepareRequest } from './outgoing-request.ts';
import { openTcp } from './tcp-connection.ts';

export interface TransferZoneOptions extends Omit<ExchangeOptions, 'transport'> {
  readonly id: number;
  readonly zone: Name;
  /** With the SOA of the known version: IXFR. Without: AXFR. */
  readonly soa?: ResourceRecord;
  readonly recordsMax?: number;
}

export async function transferZone(options: TransferZoneOptions): Promise<TransferResult> {
  const { id, zone, soa, key, nowSeconds, recordsMax } = options;
  const type = soa === undefined ? rrTypes.AXFR : rrTypes.IXFR;
  const message = makeMessage(id, {
    questions: [{ name: zone, type, class: classes.IN }],
    authorities: soa === undefined ? [] : [soa],
  });
  const request = prepareRequest(message, options);
  const reader = new TransferReader(message, recordsMax === undefined ? {} : { recordsMax });
  const verifier =
    key === undefined || request.mac === null
      ? null
      : new TsigStreamVerifier({ key, requestMac: request.mac, nowSeconds });
  await using connection = await openTcp(options);
  connection.send(request.packet);
  for (;;) {
    const packet = await connection.receive();
    const reply = decodeMessage(packet);
    if (reply.rcode !== rcodes.NOERROR) {
      throw new DnsExchangeError(`the transfer of ${zone} was refused with rcode ${reply.rcode}`);
    }
    const check = verifier?.verify(packet, reply) ?? null;
    if (check !== null && !check.ok) {
      throw new DnsExchangeError(`the transfer of ${zone} is wrongly signed: ${check.failure}`);
    }
    reader.add(reply);
    const result = reader.result();
    if (result === null) continue;
    verifier?.finish();
    return result;
  }
}
