/**
 * Packets recorded from BIND and Knot, to check the codec, the zone file reader, signatures and
 * transfers against other implementations.
 */
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import { decodeMessage } from './decode-message.ts';
import { encodeMessage } from './encode-message.ts';
import { goldenKey } from './fixtures/golden-key.ts';
import {
  goldenOrigin,
  goldenPacket,
  goldenPackets,
  goldenServers,
  goldenZone,
} from './fixtures/golden-packets.ts';
import type { ResourceRecord } from './message.ts';
import { Name } from './name.ts';
import { readNotify } from './notify.ts';
import { classes, rcodes, rrTypes, typeCodeOf } from './protocol.ts';
import { soaSerial } from './rdata/soa.ts';
import { applyDifferences } from './transfer/apply-differences.ts';
import { recordKey } from './transfer/difference.ts';
import { TransferReader } from './transfer/read-transfer.ts';
import { signPacket, tsigAlgorithms, unsignedPacket, verifyPacket } from './tsig.ts';
import { TsigStreamVerifier } from './tsig-stream.ts';
import { readUpdate } from './update/read-update.ts';

const zone = goldenZone();

function keysOf(records: readonly ResourceRecord[]): string[] {
  return records.map(recordKey).sort();
}

describe.each(goldenServers)('%s', (server) => {
  const answers = [...goldenPackets(server)].filter(([label]) => label.startsWith('answer/'));

  it.each(answers)('%s is what the zone file says', (label, packet) => {
    const message = decodeMessage(packet);
    const [, owner = '', type = ''] = label.split('/');
    const name = Name.parse(owner.replaceAll('_space', 'space'), goldenOrigin);
    const code = typeCodeOf(type);
    const source = owner === 'a.wild' ? Name.parse('*.wild', goldenOrigin) : name;
    const expected = zone
      .filter((record) => record.name.equals(source) && record.type === code)
      .map((record) => ({ ...record, name }));
    const found = message.answers.filter((record) => record.type === code);
    if (owner === 'www') return expect(found.map(({ type: found }) => found)).toEqual([1]);
    expect(keysOf(found)).toEqual(keysOf(expected));
    expect(message.rcode).toBe(owner === 'nowhere' ? rcodes.NXDOMAIN : rcodes.NOERROR);
    expect(message.edns).not.toBeNull();
    return undefined;
  });

  it.each(answers)('%s is written by us just as well', (label, packet) => {
    const message = decodeMessage(packet);
    const ours = encodeMessage(message);
    expect(decodeMessage(ours)).toEqual(message);
    // BIND also uses compression pointers to names inside the data of these types.
    if (!/\/(?:RP|SVCB)$/.test(label)) expect(ours.length).toBeLessThanOrEqual(packet.length);
  });

  it.each(tsigAlgorithms)('signs a query with %s as we do', (algorithm) => {
    const packet = goldenPacket(server, `query/${algorithm}`);
    const record = decodeMessage(packet).tsig ?? expect.unreachable('not signed');
    const key = goldenKey(algorithm);
    const findKey = () => key;
    const nowSeconds = record.signedAtSeconds;
    expect(verifyPacket(packet, record, { findKey, nowSeconds })).toMatchObject({ ok: true });
    const again = signPacket(unsignedPacket(packet, record), { key, nowSeconds });
    expect(toHex(again.packet)).toBe(toHex(packet));
  });

  it('sends updates that we understand', () => {
    const packet = goldenPacket(server, 'update');
    const message = decodeMessage(packet);
    const record = message.tsig ?? expect.unreachable('not signed');
    const findKey = () => goldenKey('hmac-sha256');
    const nowSeconds = record.signedAtSeconds;
    expect(verifyPacket(packet, record, { findKey, nowSeconds }).ok).toBe(true);
    const at = (label: string) => Name.parse(label, goldenOrigin);
    const address = (last: number) => Uint8Array.of(192, 0, 2, last);
    expect(readUpdate(message)).toEqual({
      ok: true,
      update: {
        zone: goldenOrigin,
        prerequisites: [
          { kind: 'name-in-use', name: at('www') },
          { kind: 'name-not-in-use', name: at('new') },
          { kind: 'set-exists', name: goldenOrigin, type: rrTypes.MX },
          { kind: 'set-does-not-exist', name: at('www'), type: rrTypes.TXT },
          { kind: 'set-equals', name: at('ns1'), type: rrTypes.A, rdatas: [address(53)] },
        ],
        actions: [
          {
            kind: 'add',
            record: {
              name: at('new'),
              type: rrTypes.A,
              class: classes.IN,
              ttlSeconds: 300,
              rdata: address(7),
            },
          },
          { kind: 'delete-record', name: at('old'), type: rrTypes.A, rdata: address(8) },
          { kind: 'delete-set', name: at('gone'), type: rrTypes.TXT },
          { kind: 'delete-name', name: at('all') },
        ],
      },
    });
  });

  function transfer(label: 'axfr' | 'ixfr') {
    const request = decodeMessage(goldenPacket(server, `${label}/request`));
    const signature = request.tsig ?? expect.unreachable('not signed');
    const reader = new TransferReader(request);
    const verifier = new TsigStreamVerifier({
      key: goldenKey('hmac-sha256'),
      requestMac: signature.mac,
      nowSeconds: () => signature.signedAtSeconds,
    });
    for (const [name, packet] of goldenPackets(server)) {
      if (!name.startsWith(`${label}/reply/`)) continue;
      const message = decodeMessage(packet);
      const check = verifier.verify(packet, message);
      expect(check).toMatchObject({ ok: true });
      reader.add(message);
    }
    verifier.finish();
    return reader.result() ?? expect.unreachable('incomplete');
  }

  it('transfers the zone that the file holds, signed', () => {
    const result = transfer('axfr');
    if (result.kind !== 'axfr') return expect.unreachable(result.kind);
    expect(result.records[0]?.type).toBe(rrTypes.SOA);
    expect(keysOf(result.records)).toEqual(keysOf(zone));
  });

  it('transfers the changes, signed', () => {
    const result = transfer('ixfr');
    if (result.kind !== 'ixfr') return expect.unreachable(result.kind);
    const after = applyDifferences(zone, result.differences);
    const added = { kind: rrTypes.A, name: Name.parse('a', goldenOrigin) };
    expect(after.some(({ name, type }) => type === added.kind && name.equals(added.name))).toBe(
      true,
    );
    expect(after.some(({ type }) => type === rrTypes.CNAME)).toBe(false);
    expect(after).toHaveLength(zone.length);
    expect(soaSerial(after[0]?.rdata ?? new Uint8Array(22))).toBe(soaSerial(result.soa.rdata));
    expect(soaSerial(result.soa.rdata)).toBe(2_026_010_103);
  });
});

describe('bind', () => {
  it('notifies with the new serial', () => {
    const message = decodeMessage(goldenPacket('bind', 'notify'));
    expect(readNotify(message)).toEqual({ zone: goldenOrigin, serial: expect.any(Number) });
    expect(readNotify(message)?.serial).toBeGreaterThanOrEqual(2_026_010_101);
  });
});
