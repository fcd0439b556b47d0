import { describe, expect, it } from 'vitest';
import { ConnectionSlots, type SlotHolder } from './connection-slots.ts';

/** `10.1.2.3` is in `10.1.2` and in `10.1`. */
const networksOf = (address: string) => [
  address.split('.').slice(0, 3).join('.'),
  address.split('.').slice(0, 2).join('.'),
];

class Holder implements SlotHolder {
  isIdle = true;
  isClosed = false;

  close(): void {
    this.isClosed = true;
  }
}

function room(limits: { readonly max: number; readonly perNetworkMax: number }) {
  const slots = new ConnectionSlots({ ...limits, networksOf });
  const enter = (address: string) => {
    const holder = new Holder();
    return { holder, isIn: slots.admit(holder, address) };
  };
  return { slots, enter };
}

describe('connection slots', () => {
  it('hole 15: a full network makes room by closing its own oldest idle connection', () => {
    const { slots, enter } = room({ max: 100, perNetworkMax: 2 });
    const other = enter('10.9.9.9').holder;
    const [first, second] = [enter('10.1.2.1').holder, enter('10.1.2.2').holder];
    slots.noteActivity(first);
    expect(enter('10.1.2.3').isIn).toBe(true);
    expect([other.isClosed, first.isClosed, second.isClosed]).toEqual([false, false, true]);
  });

  it('hole 15: a wider network has twice as many, however many narrow ones it is made of', () => {
    const { enter } = room({ max: 100, perNetworkMax: 2 });
    const holders = [1, 2, 3, 4].map((part) => enter(`10.1.${part}.1`).holder);
    expect(holders.some(({ isClosed }) => isClosed)).toBe(false);
    expect(enter('10.1.5.1').isIn).toBe(true);
    expect(holders.map(({ isClosed }) => isClosed)).toEqual([true, false, false, false]);
  });

  it('closes the oldest idle connection when all are taken', () => {
    const { enter } = room({ max: 2, perNetworkMax: 2 });
    const first = enter('10.1.1.1').holder;
    enter('10.2.1.1');
    expect(enter('10.3.1.1').isIn).toBe(true);
    expect(first.isClosed).toBe(true);
  });

  it('never closes a connection that is being answered: the new one is refused', () => {
    const { slots, enter } = room({ max: 2, perNetworkMax: 1 });
    const busy = enter('10.1.1.1').holder;
    busy.isIdle = false;
    expect(enter('10.1.1.2').isIn).toBe(false);
    expect(busy.isClosed).toBe(false);
    slots.release(busy);
    expect(enter('10.1.1.2').isIn).toBe(true);
  });
});
