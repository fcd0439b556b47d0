/** Cross-site requests from another page in a signed-in browser change nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeDashboard } from './browser.ts';
import { workspaceOf } from './domain-stage.ts';

describeDashboard('Requests from foreign pages', (dashboard) => {
  // Another port of the same host: to the browser the same site, so that cookies go along.
  const foreign = createServer((request, response) => {
    const target = new URL(request.url ?? '/', 'http://foreign').searchParams.get('target') ?? '';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>Prize</title><form method="post" enctype="text/plain" action="${target}"><input type="hidden" name='{"name":"stolen","x":"' value='"}'><button>Claim your prize</button></form></html>`,
    );
  });
  beforeAll(() => new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => foreign.close(resolve)));

  it('are refused from a foreign page, whose form carries the cookie', async () => {
    const { page } = await dashboard.signedIn('settings/tokens');
    await page.getByText('No API tokens yet').waitFor();
    const tokens = page.url();
    const keys = `${dashboard.service.url}/dashboard/api/workspaces/${workspaceOf(page)}/api-keys`;
    const { port } = foreign.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/?target=${encodeURIComponent(keys)}`);
    const [answer] = await Promise.all([
      page.waitForResponse(keys),
      page.getByRole('button', { name: 'Claim your prize' }).click(),
    ]);
    expect((await answer.request().allHeaders()).cookie).toContain('hostmaster=');
    expect(answer.status()).toBe(403);
    await page.goto(tokens);
    await page.getByText('No API tokens yet').waitFor();
  });

  it('are refused without the CSRF token', async () => {
    const { page } = await dashboard.signedIn('settings/tokens');
    await page.getByText('No API tokens yet').waitFor();
    const path = `/dashboard/api/workspaces/${workspaceOf(page)}/api-keys`;
    const answer = await page.evaluate(`fetch(${JSON.stringify(path)}, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'stolen' }),
    }).then(async (response) => ({ status: response.status, code: (await response.json()).code }))`);
    expect(answer).toEqual({ status: 403, code: 'csrf_refused' });
    await page.reload();
    await page.getByText('No API tokens yet').waitFor();
  });
});
