/** Requests of all kinds at once; every one can be recognised afterwards. */
import type { Wish } from './customer.ts';

/** Registered before any crash. */
export const homes = ['home-a.com', 'home-b.com', 'home-c.com', 'home-d.com'] as const;

const recordsPerHome = 4;
const yearsMax = 10;

/** Records on several domains, registrations, and renewals of both old and brand-new names. */
export function mixedLoad(round: number): Wish[] {
  const wishes: Wish[] = [];
  for (const [index, home] of homes.entries()) {
    for (let count = 0; count < recordsPerHome; count += 1) {
      wishes.push({ kind: 'record', name: home, value: `r${round}-${index}-${count}` });
    }
    wishes.push({ kind: 'register', name: newName(round, index), years: 1 + (index % 3) });
    // A home's years run out after ten rounds; names of earlier rounds take over.
    const isYoung = round <= yearsMax;
    const name = isYoung ? home : newName(round - yearsMax, index);
    wishes.push({ kind: 'renew', name, years: isYoung ? round : yearsMax });
  }
  return wishes;
}

function newName(round: number, index: number): string {
  return `new-${round}-${index}.com`;
}
