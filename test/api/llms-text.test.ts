/** /llms.txt names every endpoint, and links only to what is there. */
import { endpoints } from '@hostmaster/contract';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeEdge('GET /llms.txt', (service) => {
  it('200: a line for each endpoint, and links that lead somewhere', async () => {
    const answer = await fetch(`${service.url}/llms.txt`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(/^# Hostmaster\n\n> /);
    for (const [name, { method, path }] of Object.entries(endpoints)) {
      expect(text, name).toContain(`: \`${method} ${path}\`. `);
    }
    const links = new Set([...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? ''));
    expect(links.size).toBe(4);
    for (const link of links) {
      const { status } = await fetch(`${service.url}${new URL(link).pathname}`);
      expect([200, 401], link).toContain(status);
    }
  });
});
