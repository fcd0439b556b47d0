/** RFC 5734, section 4. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame, FrameError, FrameReader } from './frame.ts';

function header(lengthBytes: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(lengthBytes);
  return bytes;
}

describe('encodeFrame', () => {
  test('counts its own four bytes, and bytes rather than characters', () => {
    expect(encodeFrame('<a/>')).toEqual(Buffer.from([0, 0, 0, 8, 0x3c, 0x61, 0x2f, 0x3e]));
    expect(encodeFrame('é')).toEqual(Buffer.from([0, 0, 0, 6, 0xc3, 0xa9]));
  });
});

describe('FrameReader', () => {
  test('gives back any frames from any cut of their concatenation', () => {
    const documents = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(documents, fc.array(fc.nat(500)), (texts, cuts) => {
        // What UTF-8 cannot carry is replaced when encoded; compare after that.
        const expected = texts.map((text) => Buffer.from(text, 'utf8').toString('utf8'));
        const stream = Buffer.concat(texts.map(encodeFrame));
        const ends = [...cuts.filter((cut) => cut < stream.length), stream.length];
        const reader = new FrameReader();
        let start = 0;
        const read = ends
          .sort((a, b) => a - b)
          .flatMap((end) => {
            const bodies = reader.push(stream.subarray(start, end));
            start = end;
            return bodies;
          });
        expect(read.map((body) => body.toString('utf8'))).toEqual(expected);
        expect(reader.bufferedBytes).toBe(0);
      }),
    );
  });

  test('keeps an unfinished frame to itself', () => {
    const reader = new FrameReader();
    const frame = encodeFrame('<epp/>');
    expect(reader.push(frame.subarray(0, -1))).toEqual([]);
    expect(reader.bufferedBytes).toBe(frame.length - 1);
  });

  test('refuses a length that leaves no room for a document', () => {
    for (const lengthBytes of [0, 1, 3, 4]) {
      expect(() => new FrameReader().push(header(lengthBytes))).toThrow(FrameError);
    }
    expect(new FrameReader().push(Buffer.concat([header(5), Buffer.from('x')]))).toHaveLength(1);
  });

  test('refuses a frame over the limit as soon as its length is read', () => {
    expect(new FrameReader(10).push(encodeFrame('123456'))).toHaveLength(1);
    expect(() => new FrameReader(10).push(header(11))).toThrow(/limit of 10/);
    expect(() => new FrameReader().push(Buffer.from([0xff, 0xff, 0xff, 0xff]))).toThrow(FrameError);
  });
});
