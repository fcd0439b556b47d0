/** What goes wrong in a fleet: servers die, hang and lose their disk, and so does the service. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../fuzz/random.ts';
import { type Fleet, fleetKinds } from './fleet.ts';

export const disturbances = ['kill', 'freeze', 'wipe', 'restart', 'kill-service'] as const;

export async function disturb(
  fleet: Fleet,
  kind: (typeof disturbances)[number],
  options: { readonly random: Random; readonly forMs: number },
): Promise<string> {
  const { random, forMs } = options;
  const peer = fleet.peer(random.pick(fleetKinds));
  const awayMs = random.below(forMs);
  if (kind === 'kill-service') {
    await fleet.killService();
    await wait(awayMs / 4);
    await fleet.startService();
    return kind;
  }
  if (kind === 'freeze') {
    peer.freeze();
    await wait(awayMs);
    peer.thaw();
  } else if (kind === 'wipe') await peer.wipe();
  else {
    await (kind === 'kill' ? peer.kill() : peer.stop());
    await wait(awayMs);
    await peer.start();
  }
  return `${kind} ${peer.name}`;
}
