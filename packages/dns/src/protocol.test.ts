import { describe, expect, it } from 'vitest';
import { decodeMessage } from './decode-message.ts';
import { encodeMessage } from './encode-message.ts';
import { goldenZone } from './fixtures/golden-packets.ts';
import { makeMessage, makeQuery } from './message.ts';
import { Name } from './name.ts';
import { makeNotify, readNotify } from './notify.ts';
import { classCodeOf, className, opcodes, rrTypes, typeCodeOf, typeName } from './protocol.ts';
import { compareSerials, isNewerSerial, nextSerial } from './serial.ts';

describe('numbers', () => {
  it('have names, or the generic ones of RFC 3597', () => {
    expect(typeName(15)).toBe('MX');
    expect(typeName(65_280)).toBe('TYPE65280');
    expect(className(1)).toBe('IN');
    expect(className(9)).toBe('CLASS9');
    expect(typeCodeOf('mx')).toBe(15);
    expect(typeCodeOf('TYPE15')).toBe(15);
    expect(typeCodeOf('type65535')).toBe(65_535);
    expect(classCodeOf('CLASS1')).toBe(1);
    for (const word of ['', 'TYPE', 'TYPE65536', 'TYPE-1', 'TYPE1x', 'NOSUCH', '15', 'toString']) {
      expect(typeCodeOf(word)).toBeNull();
    }
  });
});

describe('serials', () => {
  const half = 0x8000_0000;
  const max = 0xffff_ffff;

  it.each([
    [1, 0, 1],
    [0, 1, -1],
    [5, 5, 0],
    [0, max, 1],
    [max, 0, -1],
    [half - 1, 0, 1],
    [half + 1, 0, -1],
    [half, 0, -1],
    [0, half, -1],
  ])('%d against %d is %d', (a, b, sign) => {
    expect(compareSerials(a, b)).toBe(sign);
    expect(isNewerSerial(a, b)).toBe(sign > 0);
  });

  it('rise to the requested serial, or by one, across the wrap', () => {
    expect(nextSerial(10, 1000)).toBe(1000);
    expect(nextSerial(1000, 10)).toBe(1001);
    expect(nextSerial(1000, 1000)).toBe(1001);
    expect(nextSerial(max, max)).toBe(0);
  });
});

describe('NOTIFY', () => {
  const zone = Name.parse('example.com');
  const [soa] = goldenZone();

  it('has zone and serial', () => {
    const message = makeNotify(3, soa === undefined ? { zone } : { zone, soa });
    const decoded = decodeMessage(encodeMessage(message));
    expect(decoded).toMatchObject({ opcode: opcodes.NOTIFY, authoritative: true, response: false });
    expect(readNotify(decoded)).toEqual({ zone, serial: 2_026_010_101 });
    expect(readNotify(makeNotify(3, { zone }))).toEqual({ zone, serial: null });
  });

  it('is not just any message', () => {
    const query = makeQuery(1, { name: zone, type: rrTypes.SOA });
    expect(readNotify(query)).toBeNull();
    expect(readNotify({ ...query, opcode: opcodes.NOTIFY })).not.toBeNull();
    expect(readNotify(makeMessage(1, { opcode: opcodes.NOTIFY }))).toBeNull();
    const other = makeQuery(1, { name: zone, type: rrTypes.A });
    expect(readNotify({ ...other, opcode: opcodes.NOTIFY })).toBeNull();
  });
});
