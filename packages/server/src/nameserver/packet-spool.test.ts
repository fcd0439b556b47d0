import { expect, it } from 'vitest';
import { PacketSpool } from './packet-spool.ts';

it('gives the packets back in order, from memory and from a file', async () => {
  for (const memoryBytesMax of [0, 25, 1_000]) {
    const spool = new PacketSpool({ memoryBytesMax });
    const packets = Array.from({ length: 12 }, (_, index) =>
      new Uint8Array(10 + index).fill(index),
    );
    for (const packet of packets) await spool.add(packet);
    expect(spool.isSpilled).toBe(memoryBytesMax < 1_000);
    const read: Uint8Array[] = [];
    for await (const packet of spool.packets()) read.push(packet);
    expect(read).toEqual(packets);
    await spool.close();
    expect(spool.isSpilled).toBe(false);
  }
});
