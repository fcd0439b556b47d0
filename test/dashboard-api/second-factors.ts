/** Second factors as tests need them: the codes that a phone would show. */
import { createHmac } from 'node:crypto';
import { secondMs } from '@hostmaster/contract/durations';
import type { DashboardClient } from '@hostmaster/test-rig/dashboard-client';

const stepMs = 30 * secondMs;

/** The code of RFC 6238 now, or some steps of 30 seconds later or earlier. */
export function codeOf(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** Turns the second factor on. The next code that works is that of the step after: `codeOf(secret, 1)`. */
export async function withTotp(page: DashboardClient): Promise<{
  readonly secret: string;
  readonly usedCode: string;
  readonly recoveryCodes: readonly string[];
}> {
  const { secret } = await page.call('startTotp', {});
  const usedCode = codeOf(secret);
  const { recoveryCodes } = await page.call('confirmTotp', { code: usedCode });
  return { secret, usedCode, recoveryCodes };
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
