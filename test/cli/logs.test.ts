/** What the service logs at its most verbose level. */

import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { environmentOf, startProcess } from './program.ts';

describeOnBothEngines('the log', (engine) => {
  it('names requests by their ids, a variable that is no setting any more, and never a key', async () => {
    const place = await engine.place();
    const service = await startProcess(['serve'], {
      ...environmentOf(place),
      HOSTMASTER_LOG_LEVEL: 'trace',
      HOSTMASTER_IMPORT_LINES: 'all',
    });
    const { url, apiKey } = await service.banner();
    const headers = { 'x-api-key': apiKey ?? '', 'content-type': 'application/json' };
    const answers = await Promise.all([
      fetch(`${url}/v1/account`, { headers }),
      fetch(`${url}/v1/account`, { headers: { 'x-api-key': 'hm_test_wrongwrongwrong' } }),
      fetch(`${url}/v1/domains`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ domain: 'sandbox-lost-log.com', contact }),
      }),
      fetch(`${url}/v1/domains`, { method: 'POST', headers, body: '{"domain":' }),
      fetch(`${url}/v1/bulk`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          kind: 'transfer',
          contact,
          transfers: [{ domain: 'sandbox-rival-log.com', authCode: 'Code-Never-Logged' }],
        }),
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 400, 200]);
    const { stderr } = await service.stop();
    for (const answer of answers) {
      expect(stderr).toContain(answer.headers.get('x-request-id'));
    }
    expect(stderr).toContain('HOSTMASTER_IMPORT_LINES is no longer a setting');
    for (const secret of [
      apiKey ?? '',
      'hm_test_wrong',
      'Code-Never-Logged',
      contact.email,
      contact.phone,
    ]) {
      expect(stderr).not.toContain(secret);
    }
    for (const line of stderr.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});
