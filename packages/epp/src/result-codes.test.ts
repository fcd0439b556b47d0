/** RFC 5730, section 3: the classes callers and sessions act on. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endsSession, resultCode, resultCodes } from './result-codes.ts';

describe('result codes', () => {
  test('are exactly those of the schema', () => {
    const schema = readFileSync(new URL('./fixtures/schemas/epp-1.0.xsd', import.meta.url), 'utf8');
    const listed = [...schema.matchAll(/<enumeration value="(\d{4})"\/>/g)].map((match) =>
      Number(match[1]),
    );
    expect([...resultCodes.keys()]).toEqual(listed);
  });

  test('end the session at 1500, 2002, 2200 and 25xx, and nowhere else', () => {
    const ending = [...resultCodes.keys()].filter(endsSession);
    expect(ending).toEqual([1500, 2002, 2200, 2500, 2501, 2502]);
  });

  test('leave the outcome open at 2400 and 25xx only', () => {
    const open = [...resultCodes.values()].filter(({ definite }) => !definite);
    expect(open.map(({ code }) => code)).toEqual([2400, 2500, 2501, 2502]);
  });

  test('distinguish pending from done', () => {
    expect(resultCode(1000).class).toBe('success');
    expect(resultCode(1001).class).toBe('pending');
    expect(resultCode(2302).class).toBe('refusal');
    expect(resultCode(2400).class).toBe('transient');
  });

  test('classify an unlisted code by its first digits', () => {
    expect(resultCode(1999)).toMatchObject({ class: 'success', definite: true });
    expect(resultCode(2399)).toMatchObject({ class: 'refusal', definite: true });
    expect(resultCode(2499)).toMatchObject({ class: 'transient', definite: false });
    expect(resultCode(2599)).toMatchObject({ class: 'session-fatal', definite: false });
  });
});
