/** Requests of all kinds at once; every one can be recognised afterwards. */
import type { CustomerChange } from './customer.ts';

/** Registered before any crash. */
export const homes = ['home-a.com', 'home-b.com', 'home-c.com', 'home-d.com'] as const;

const recordsPerHome = 4;
const yearsMax = 10;

/** Records on several domains, registrations, a transfer, and renewals of old and brand-new names. */
export function mixedLoad(round: number): CustomerChange[] {
  const changes: CustomerChange[] = [];
  for (const [index, home] of homes.entries()) {
    for (let count = 0; count < recordsPerHome; count += 1) {
      changes.push({ kind: 'record', name: home, value: `r${round}-${index}-${count}` });
    }
    changes.push({ kind: 'register', name: newName(round, index), years: 1 + (index % 3) });
    // A domain can be renewed for ten rounds only; later rounds renew names of earlier ones.
    const isYoung = round <= yearsMax;
    const name = isYoung ? home : newName(round - yearsMax, index);
    changes.push({ kind: 'renew', name, years: isYoung ? round : yearsMax });
  }
  changes.push({ kind: 'transfer', name: `sandbox-rival-instant-${round}.com` });
  return changes;
}

function newName(round: number, index: number): string {
  return `new-${round}-${index}.com`;
}
