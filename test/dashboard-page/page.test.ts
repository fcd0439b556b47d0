import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describeEdge, type TestService } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { buildPage } from '../../packages/server/src/dashboard-page/build-page.ts';
import { loadPageFiles } from '../../packages/server/src/dashboard-page/page-files.ts';

/** Bytes of script, compressed. */
const initialBytesMax = 200_000;
const visitorBytesMax = 130_000;

async function get(service: TestService, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describeEdge('The page of the dashboard', (service) => {
  it('is shown at /dashboard and at every address it routes itself', async () => {
    const page = await get(service, '/dashboard');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store');
    for (const path of ['/dashboard/', '/dashboard/sign-in', '/dashboard/ws_1/domains/a.com/dns']) {
      expect((await get(service, path)).text, path).toBe(page.text);
    }
    const root = await get(service, '/');
    expect([root.status, root.headers.get('location')]).toEqual([302, '/dashboard']);
  });

  it('allows nothing but its own files, and no frame around it', async () => {
    const { headers, text } = await get(service, '/dashboard');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=/);
  });

  it('lets browsers cache hashed files permanently', async () => {
    const script = scriptOf((await get(service, '/dashboard')).text);
    const { status, headers } = await get(service, script);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('sends what the browser can unpack', async () => {
    const path = scriptOf((await get(service, '/dashboard')).text);
    const sizes = new Map<string, number>();
    for (const [accept, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['identity', null],
    ] as const) {
      const { status, headers, text } = await get(service, path, { 'accept-encoding': accept });
      expect([status, headers.get('content-encoding'), headers.get('vary')]).toEqual([
        200,
        encoding,
        'accept-encoding',
      ]);
      expect(text).toContain('function');
      sizes.set(accept, Number(headers.get('content-length')));
    }
    expect([...sizes.values()]).toEqual([...sizes.values()].toSorted((a, b) => a - b));
  });

  it('has nothing else: no unknown file, nothing outside, no second API', async () => {
    for (const path of [
      '/dashboard/assets/index-00000000.js',
      '/dashboard/assets/..%2f..%2fpackage.json',
      '/dashboard/assets/../index.html',
      '/dashboard/assets/%2e%2e/start.js',
      '/dashboard/api/no-such-thing',
    ]) {
      const answer = await service.client.send('GET', path);
      expectRefusal(answer, { status: 404, code: 'route_not_found' });
    }
    for (const path of ['/dashboard/..%2f..%2fpackage.json', '/dashboard/../../package.json']) {
      expect((await service.client.send('GET', path)).text).not.toContain('dependencies');
    }
  });
});

describeEdge(
  'The page behind TLS',
  (service) => {
    it('sends HSTS', async () => {
      const { headers } = await get(service, '/dashboard');
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    });
  },
  { settings: { HOSTMASTER_PUBLIC_URL: 'https://names.example.net' } },
);

describe('A build of the page', () => {
  it('is made once for the same sources', async () => {
    const directory = await createTestDirectory();
    let builds = 0;
    const build = () =>
      buildPage({
        directory: directory.path,
        onBuild: () => {
          builds += 1;
        },
      });
    const first = await build();
    expect(await build()).toBe(first);
    expect(builds).toBe(1);
    await directory.remove();
  });

  it('is found and read at once, so that a busy process is soon ready', async () => {
    await buildPage();
    let turns = 0;
    let isRead = false;
    const reading = buildPage()
      .then(loadPageFiles)
      .finally(() => {
        isRead = true;
      });
    while (!isRead) {
      await nextTurn();
      turns += 1;
    }
    expect((await reading).size).toBeGreaterThan(10);
    expect(turns).toBeLessThan(5);
  });

  it('says what is in its way', async () => {
    await expect(buildPage({ directory: '/dev/null/page' })).rejects.toThrow(/cannot be written/);
  });

  it('starts with little: 130 kB of gzip for visitors, 200 kB for any page of a workspace', async () => {
    const files = loadPageFiles(await buildPage());
    const entry = scriptOf(files.get('index.html')?.body.toString() ?? '').slice(
      '/dashboard/'.length,
    );
    const pages = [...loadedBy(files, entry)];
    const [shell = ''] = pages.filter((path) => path.startsWith('assets/shell-'));
    const [visitors = ''] = pages.filter((path) => path.startsWith('assets/visitors-'));
    expect(pages.length).toBeGreaterThan(10);
    const cost = (paths: readonly string[]) =>
      [...new Set(paths), ...importsOf(files, new Set(paths))].reduce(
        (bytes, path) => bytes + (files.get(path)?.encoded.get('gzip')?.length ?? 0),
        0,
      );
    expect(cost([entry, visitors])).toBeGreaterThan(50_000);
    expect(cost([entry, visitors])).toBeLessThanOrEqual(visitorBytesMax);
    for (const page of pages) {
      expect(cost([entry, shell, page]), page).toBeLessThanOrEqual(initialBytesMax);
    }
  });

  it('is compressed without changing it', async () => {
    const files = loadPageFiles(await buildPage());
    const scripts = [...files].filter(([path]) => path.endsWith('.js') && path !== 'start.js');
    expect(scripts.length).toBeGreaterThan(3);
    for (const [, file] of scripts.filter(([, { encoded }]) => encoded.size === 2)) {
      expect(brotliDecompressSync(file.encoded.get('br') ?? '')).toEqual(file.body);
      expect(gunzipSync(file.encoded.get('gzip') ?? '')).toEqual(file.body);
    }
  });
});

function scriptOf(html: string): string {
  const path = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(html)?.[1];
  if (path === undefined) throw new Error('The page has no script.');
  return path;
}

/** What the script loads later: the pages. */
function loadedBy(
  files: ReadonlyMap<string, { readonly body: Buffer }>,
  script: string,
): Set<string> {
  const text = files.get(script)?.body.toString() ?? '';
  return new Set(
    text.matchAll(/import\(["'`]\.\/([^"'`]+\.js)/g).map(([, name]) => `assets/${name}`),
  );
}

/** What the given scripts import at once, and so on. */
function importsOf(
  files: ReadonlyMap<string, { readonly body: Buffer }>,
  scripts: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  const waiting = [...scripts];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const text = files.get(next)?.body.toString() ?? '';
    for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
      const path = `assets/${name}`;
      if (scripts.has(path) || found.has(path)) continue;
      found.add(path);
      waiting.push(path);
    }
  }
  return found;
}
