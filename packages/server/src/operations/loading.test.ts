import { describe, expect, it } from 'vitest';
import { findDomain, findIncoming } from '../storage/queries/domains/domains.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { findOwnDomain } from './loading.ts';

const key = { workspaceId: 'ws_1', name: 'example.com' };

/** Which of its queries finds the domain, as it is when the query arrives. */
function readerOf(state: () => 'absent' | 'incoming' | 'visible'): HostmasterReader {
  const found = (query: unknown) =>
    ({ absent: null, incoming: findIncoming, visible: findDomain })[state()] === query;
  return {
    all: () => Promise.reject(new Error('No list is read.')),
    first: async (query) => (found(query) ? ({ id: 'dom_1' } as never) : undefined),
  };
}

describe('a domain of the workspace', () => {
  it.each(['incoming', 'visible'] as const)('is found while it is %s', async (state) => {
    expect(
      await findOwnDomain(
        readerOf(() => state),
        key,
      ),
    ).toEqual({ id: 'dom_1' });
  });

  it('is found when its transfer ends between two reads', async () => {
    let reads = 0;
    const reader = readerOf(() => {
      reads += 1;
      return reads === 1 ? 'incoming' : 'visible';
    });
    expect(await findOwnDomain(reader, key)).toEqual({ id: 'dom_1' });
  });

  it('is not found where there is none', async () => {
    expect(
      await findOwnDomain(
        readerOf(() => 'absent'),
        key,
      ),
    ).toBeUndefined();
  });
});
