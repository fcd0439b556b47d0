/** Packets that broke other implementations: the faults of RFC 9267, section by section. */
import { describe, expect, it } from 'vitest';
import { fromHex } from './bytes.ts';
import { decodeMessage } from './decode-message.ts';
import { DnsFormatError } from './errors.ts';
import { formatErrorReply } from './reply-raw.ts';

const header = (counts: string) => `12340000${counts}`;
const oneQuestion = header('0001000000000000');
const oneAnswer = header('0000000100000000');
const oneAdditional = header('0000000000000001');
const fixedA = '0001000100000000';
const label63 = `3f${'61'.repeat(63)}`;
const opt = '0000290200000000000000';
const tsig = `0000fa00ff000000000011${'00'.repeat(17)}`;

describe('a hostile packet', () => {
  it.each([
    ['no header', '1234', 'only 0 remain'],
    ['a header only, but a question promised', oneQuestion, 'a name runs past its end'],
    ['65,535 of everything promised', header('ffffffffffffffff'), 'a name runs past its end'],
    ['a pointer to itself', `${oneQuestion}c00c00010001`, 'does not point back'],
    ['a pointer forward', `${oneQuestion}c00e00010001`, 'does not point back'],
    ['a pointer past the packet', `${oneQuestion}ffff00010001`, 'does not point back'],
    ['a pointer into the same name', `${oneQuestion}0161c00c00010001`, 'does not point back'],
    [
      'a pointer that leads back into itself',
      `0c34${oneQuestion.slice(4)}c00000010001`,
      'a label runs past',
    ],
    ['a pointer cut in half', `${oneQuestion}c0`, 'is cut off'],
    ['a label that overruns the packet', `${oneQuestion}3f6161`, 'a label runs past its end'],
    ['a label of the kind 01', `${oneQuestion}4161000001`, 'unknown or forbidden kind'],
    ['a label of the kind 10', `${oneQuestion}8161000001`, 'unknown or forbidden kind'],
    ['a name without its end', `${oneQuestion}0161`, 'a name runs past its end'],
    ['a name of 257 octets', `${oneQuestion}${label63.repeat(4)}0000010001`, 'exceeds 255'],
    ['no RDATA length', `${oneAnswer}00${fixedA}`, 'needs 2 octets'],
    ['RDATA past the packet', `${oneAnswer}00${fixedA}0005c0000201`, 'needs 5 octets'],
    ['an A of three octets', `${oneAnswer}00${fixedA}0003c00002`, 'A has 3 octets'],
    ['an A of five octets', `${oneAnswer}00${fixedA}0005c000020101`, 'A has 5 octets'],
    ['an empty A', `${oneAnswer}00${fixedA}0000`, 'A has 0 octets'],
    ['a NS name past its RDATA', `${oneAnswer}${rdata(2, '0361')}6162`, 'a label runs past'],
    ['a NS shorter than its RDATA', `${oneAnswer}${rdata(2, '016100ff')}`, '1 octets too many'],
    ['an MX of one octet', `${oneAnswer}${rdata(15, '0a')}`, 'needs 2 octets'],
    ['an MX without host', `${oneAnswer}${rdata(15, '000a')}`, 'a name runs past its end'],
    ['a SOA without timers', `${oneAnswer}${rdata(6, '0000')}`, 'needs 2 octets'],
    ['a TXT string past its RDATA', `${oneAnswer}${rdata(16, '0561')}`, 'needs 5 octets'],
    ['a TXT without strings', `${oneAnswer}${rdata(16, '')}`, 'TXT has no strings'],
    ['a compressed SVCB target', `${oneAnswer}${rdata(64, '0001c00c')}`, 'forbidden kind'],
    ['octets after the end', `${header('0000000000000000')}00`, '1 octets too many'],
    ['OPT in the answer', `${oneAnswer}${opt}`, 'outside the additional section'],
    ['TSIG in the answer', `${oneAnswer}${tsig}`, 'outside the additional section'],
    ['two OPTs', `${header('0000000000000002')}${opt}${opt}`, 'more than one OPT'],
    ['OPT of a name', `${oneAdditional}0161${opt}`, 'does not belong to the root'],
    ['an EDNS option past OPT', `${oneAdditional}${rdata(41, '000a0008')}`, 'needs 8 octets'],
    ['TSIG of class IN', `${oneAdditional}${rdata(250, '00'.repeat(17))}`, 'class other than ANY'],
    [
      'TSIG with a MAC past its RDATA',
      `${oneAdditional}0000fa00ff000000000011${'00'.repeat(9)}ffff${'00'.repeat(6)}`,
      'needs 65535 octets',
    ],
    ['TSIG before the last record', `${header('0000000000000002')}${tsig}${opt}`, 'not the last'],
  ])('with %s is refused as malformed', (_fault, hex, reason) => {
    const bytes = fromHex(hex) ?? expect.unreachable(hex);
    expect(() => decodeMessage(bytes)).toThrow(DnsFormatError);
    expect(() => decodeMessage(bytes)).toThrow(reason);
  });

  it('differs from a sound one only by its fault', () => {
    const sound = (hex: string) => decodeMessage(fromHex(hex) ?? expect.unreachable(hex));
    expect(sound(`${header('0000000000000002')}${opt}${tsig}`).tsig?.mac).toEqual(new Uint8Array());
    expect(sound(`${oneAnswer}00${fixedA}0004c0000201`).answers).toHaveLength(1);
    expect(sound(`${oneAnswer}${rdata(64, '000100')}`).answers).toHaveLength(1);
  });

  it('with chains of bare pointers is refused before they cost time', () => {
    // Each question points at the pointer before it: without a bound, millions of jumps.
    const chain = Array.from({ length: 2700 }, (_, index) =>
      index === 0 ? '0000010001' : `${pointer(index === 1 ? 12 : 17 + (index - 2) * 6)}00010001`,
    );
    const count = chain.length.toString(16).padStart(4, '0');
    const bytes = fromHex(`12340000${count}000000000000${chain.join('')}`) ?? expect.unreachable();
    expect(() => decodeMessage(bytes)).toThrow('too many compression pointers');
    const short = chain.slice(0, 100);
    const fine = fromHex(`123400000064000000000000${short.join('')}`) ?? expect.unreachable();
    expect(decodeMessage(fine).questions).toHaveLength(100);
  });
});

describe('the answer to a malformed packet', () => {
  it('is FORMERR with its id, opcode and RD', () => {
    const reply = formatErrorReply(Uint8Array.of(0xab, 0xcd, 0x29, 0xff, ...new Uint8Array(8)));
    expect(reply).toEqual(Uint8Array.of(0xab, 0xcd, 0xa9, 0x01, ...new Uint8Array(8)));
  });

  it('is silence where the header is cut or says response', () => {
    expect(formatErrorReply(new Uint8Array(11))).toBeNull();
    expect(formatErrorReply(Uint8Array.of(0, 0, 0x80, ...new Uint8Array(9)))).toBeNull();
  });
});

function pointer(target: number): string {
  return (0xc000 | target).toString(16);
}

/** A record of the root, class IN, with these octets. */
function rdata(type: number, hex: string): string {
  const u16 = (value: number) => value.toString(16).padStart(4, '0');
  return `00${u16(type)}000100000000${u16(hex.length / 2)}${hex}`;
}
