import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes } from './bytes.ts';
import { FrameReader, frame } from './tcp-framing.ts';

describe('frames', () => {
  it('come back however the stream was cut', () => {
    const list = fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 8 });
    fc.assert(
      fc.property(
        list,
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }),
        (sent, cuts) => {
          const stream = concatBytes(sent.map(frame));
          const reader = new FrameReader();
          const received: Uint8Array[] = [];
          for (let at = 0, turn = 0; at < stream.length; turn += 1) {
            const end = at + (cuts[turn % cuts.length] ?? 1);
            received.push(...reader.push(stream.subarray(at, end)));
            at = end;
          }
          expect(received).toEqual(sent);
          expect(reader.push(frame(Uint8Array.of(1)))).toEqual([Uint8Array.of(1)]);
        },
      ),
    );
  });

  it('wait for the last octet', () => {
    const reader = new FrameReader();
    expect(reader.push(Uint8Array.of(0))).toEqual([]);
    expect(reader.push(Uint8Array.of(2, 7))).toEqual([]);
    expect(reader.push(Uint8Array.of(8, 0))).toEqual([Uint8Array.of(7, 8)]);
  });

  it('hold no message of more than 65,535 octets', () => {
    expect(frame(new Uint8Array(65_535)).length).toBe(65_537);
    expect(() => frame(new Uint8Array(65_536))).toThrow(RangeError);
  });
});
