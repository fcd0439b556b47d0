import { describe, expect, it } from 'vitest';
import { anniversaryIn, nextAnniversary } from './anniversary.ts';

const at = (text: string) => Date.parse(text);

describe('the next anniversary', () => {
  it.each([
    ['2024-05-01T14:00:00Z', '2024-05-01T14:00:00Z', '2025-05-01'],
    ['2024-05-01T14:00:00Z', '2025-04-30T23:59:59Z', '2025-05-01'],
    ['2024-05-01T14:00:00Z', '2025-05-01T00:00:00Z', '2026-05-01'],
    ['2001-12-31T23:59:59Z', '2030-01-01T00:00:00Z', '2030-12-31'],
    ['2024-02-29T10:00:00Z', '2024-03-01T00:00:00Z', '2025-02-28'],
    ['2024-02-29T10:00:00Z', '2027-03-01T00:00:00Z', '2028-02-29'],
  ])('of %s at %s is %s', (createdAt, now, day) => {
    const next = nextAnniversary(at(createdAt), at(now));
    expect(next).toEqual({ year: Number(day.slice(0, 4)), at: at(`${day}T00:00:00Z`) });
    expect(anniversaryIn(at(createdAt), next.year)).toBe(next.at);
  });
});
