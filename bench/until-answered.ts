/** Waits until a nameserver that was started answers for the first of the zones. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { exchange } from '@hostmaster/dns/node';
import { hasEnded } from '@hostmaster/test-rig/has-ended';

export async function untilAnswered(server: ChildProcess, port: number): Promise<void> {
  const question = { name: Name.parse('zone-0.com'), type: rrTypes.SOA };
  const nowSeconds = () => Math.floor(Date.now() / 1_000);
  const options = { address: '127.0.0.1', port, timeoutMs: 500, nowSeconds };
  for (;;) {
    try {
      const { answers } = await exchange(makeQuery(1, question), options);
      if (answers.length > 0) return;
    } catch {
      // It is still starting.
    }
    if (hasEnded(server)) throw new Error('The nameserver has ended without an answer.');
    await pause(50);
  }
}
