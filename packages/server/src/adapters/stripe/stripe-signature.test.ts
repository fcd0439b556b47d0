import { createHmac } from 'node:crypto';
import { minuteMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import { isSigned } from './stripe-signature.ts';

const secret = 'whsec_test_secret';
const seconds = 1_800_000_000;
const now = seconds * 1_000;
const body = Buffer.from('{"id":"evt_1","note":"ä"}');

/** Computed as Stripe's documentation describes, independently of the code under test. */
function v1(options: { body?: Uint8Array; secret?: string; seconds?: number } = {}): string {
  const signed = Buffer.concat([
    Buffer.from(`${options.seconds ?? seconds}.`),
    options.body ?? body,
  ]);
  return createHmac('sha256', options.secret ?? secret)
    .update(signed)
    .digest('hex');
}

function check(header: string, change: { body?: Uint8Array; now?: number } = {}): boolean {
  return isSigned({ header, secret, body: change.body ?? body, now: change.now ?? now });
}

describe('a signature', () => {
  it('fits the exact bytes', () => {
    const header = `t=${seconds},v1=${v1()}`;
    expect(check(header)).toBe(true);
    expect(check(header, { body: Buffer.concat([body, Buffer.from(' ')]) })).toBe(false);
    expect(check(header, { body: Buffer.alloc(0) })).toBe(false);
  });

  it('may be one of several, among unsupported schemes', () => {
    const other = v1({ secret: 'whsec_other' });
    expect(check(`t=${seconds},v1=${other},v1=${v1()},v0=${other}`)).toBe(true);
    expect(check(`t=${seconds},v0=${v1()},v1=${other}`)).toBe(false);
  });

  it('is good for five minutes, by either clock', () => {
    const header = `t=${seconds},v1=${v1()}`;
    expect(check(header, { now: now + 5 * minuteMs })).toBe(true);
    expect(check(header, { now: now + 5 * minuteMs + 1 })).toBe(false);
    expect(check(header, { now: now - 5 * minuteMs })).toBe(true);
    expect(check(header, { now: now - 5 * minuteMs - 1 })).toBe(false);
  });

  it('is bound to its time', () => {
    expect(check(`t=${seconds + 1},v1=${v1()}`)).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['no time', `v1=${v1()}`],
    ['a time that is no number', `t=now,v1=${v1()}`],
    ['no signature', `t=${seconds}`],
    ['an empty signature', `t=${seconds},v1=`],
    ['half a signature', `t=${seconds},v1=${v1().slice(0, 32)}`],
    ['a signature that is no hex', `t=${seconds},v1=${'z'.repeat(64)}`],
    ['another secret', `t=${seconds},v1=${v1({ secret: 'whsec_other' })}`],
    ['many commas', ','.repeat(10_000)],
  ])('does not fit: %s', (_, header) => {
    expect(check(header)).toBe(false);
  });
});
