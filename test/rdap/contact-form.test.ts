/** The form that reaches the owner of a domain: what arrives, what it tells, and what it refuses. */
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { mailFilesTo, waitForMail } from '../dashboard-api/mail-files.ts';

const owner = {
  firstName: 'Grace',
  lastName: 'Hopper',
  organization: 'Compilers',
  phone: '+1.5550177',
  address1: '7 Nanosecond Road',
  city: 'Arlington',
  stateProvince: 'VA',
  postalCode: '22201',
  country: 'US',
} as const;

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function read(answer: Response): Promise<Page> {
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const pathOf = (service: TestService, name: string) => `${service.url}/contact-domain/${name}`;
const open = async (service: TestService, name: string) => read(await fetch(pathOf(service, name)));
const tokenIn = ({ text }: Page) => /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';

async function post(
  service: TestService,
  name: string,
  fields: Readonly<Record<string, string>> | string,
): Promise<Page> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields);
  return read(await fetch(pathOf(service, name), { method: 'POST', body }));
}

/** Sends again while the form says that it was sent too fast. */
async function sendSlowly(
  service: TestService,
  name: string,
  fields: Readonly<Record<string, string>>,
): Promise<Page> {
  const token = tokenIn(await open(service, name));
  let page: Page | undefined;
  await until('a person could have written it', async () => {
    page = await post(service, name, { token, ...fields });
    return !page.text.includes('That was very fast');
  });
  if (page === undefined) throw new Error('Nothing was sent.');
  return page;
}

async function registered(service: TestService, email: string): Promise<string> {
  const { client } = await service.workspace();
  const domain = service.freshName();
  const contact = { ...owner, email };
  await client.call('registerDomain', { domain, contact, privacyEnabled: true });
  await service.untilLive(client, domain);
  return domain;
}

describeService('the contact form', (service) => {
  it('sends the message to the owner, as text, once', async () => {
    const email = 'grace@example.org';
    const name = await registered(service, email);
    const message =
      'Is it for sale?\r\nSubject: x\u202e <b>Call</b> & click https://evil.example/?a="1"';
    const form = await open(service, name);
    expect(form.status).toBe(200);
    const sent = await sendSlowly(service, name, { email: 'buyer@example.net', message });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('Message sent')]);
    const mail = await waitForMail(service, email);
    expect(mail.subject).toBe(`A message to the owner of ${name}`);
    expect(mail.text).toContain('> Is it for sale?\n> Subject: x\\u202e <b>Call</b> & click');
    expect(mail.text).toContain('buyer@example.net');
    await service.settled();
    expect(await mailFilesTo(service, email)).toHaveLength(1);
  });
});

/** No time to fill in the form, so that tests need not wait for it. */
const fixedLimits = { contactFormSecondsMin: 0 };

describeService(
  'what the contact form answers',
  (service) => {
    it('tells nothing about the owner', async () => {
      const email = 'hidden@example.org';
      const name = await registered(service, email);
      const pages = [
        await open(service, name),
        await post(service, name, { token: 'x', email: 'a@example.net', message: 'Hello' }),
        await sendSlowly(service, name, { email: 'a@example.net', message: 'Hello' }),
      ];
      for (const { text, headers } of pages) {
        for (const secret of [email, ...Object.values(owner).filter((value) => value.length > 2)]) {
          expect(text).not.toContain(secret);
        }
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      }
    });

    it('sends a form again whose text was changed, and the same text once', async () => {
      const email = 'twice@example.org';
      const name = await registered(service, email);
      const token = tokenIn(await open(service, name));
      for (const message of ['Hello', 'Hello', 'Hello again']) {
        const page = await post(service, name, { token, email: 'a@example.net', message });
        expect(page.text).toContain('Message sent');
      }
      await waitForMail(service, email, 2);
      await service.settled();
      expect(await mailFilesTo(service, email)).toHaveLength(2);
    });

    it('404: the same page for a name that never existed and one that failed', async () => {
      const { client } = await service.workspace();
      const failed = service.freshName('sandbox-reject');
      await client.call('registerDomain', {
        domain: failed,
        contact: { ...owner, email: 'f@example.org' },
      });
      await service.settled();
      const pages = [];
      for (const name of ['never-existed.com', failed, 'not a name', '%00', '..%2f']) {
        const { status, text } = await open(service, name);
        pages.push({ status, text });
        const answer = await post(service, name, {
          token: 'x',
          email: 'a@b.example',
          message: 'x',
        });
        pages.push({ status: answer.status, text: answer.text });
      }
      expect(pages[0]?.status).toBe(404);
      for (const page of pages) expect(page).toEqual(pages[0]);
    });

    it('400: the form again, with what was entered as text', async () => {
      const name = await registered(service, 'again@example.org');
      const written = { email: '"><script>', message: '</textarea><script>alert(1)</script>' };
      const forged = await post(service, name, { token: 'forged', ...written });
      expect(forged.status).toBe(400);
      expect(forged.text).toContain('The form has expired');
      const wrong = await sendSlowly(service, name, written);
      expect(wrong.status).toBe(400);
      expect(wrong.text).toContain('Your email address must be an email address');
      for (const { text } of [forged, wrong]) {
        expect(text).not.toContain('<script>');
        expect(text).toContain('&lt;/textarea&gt;&lt;script&gt;');
      }
      const long = await sendSlowly(service, name, {
        email: 'a@example.net',
        message: 'x'.repeat(4_001),
      });
      expect([long.status, long.text]).toEqual([
        400,
        expect.stringContaining('1 to 4000 characters'),
      ]);
      for (const body of ['', '%%%', 'a=b'.repeat(1_000), '\u0000']) {
        expect((await post(service, name, body)).status).toBe(400);
      }
      expect((await post(service, name, 'x'.repeat(70_000))).status).toBe(413);
      expect(await mailFilesTo(service, 'again@example.org')).toEqual([]);
    });
  },
  { fixedLimits },
);

describe('many messages', () => {
  describeService(
    'to the owner of a domain',
    (service) => {
      it('429 after five of one network, and none is lost before', async () => {
        const email = 'busy@example.org';
        const name = await registered(service, email);
        const statuses: number[] = [];
        for (let count = 0; count < 6; count += 1) {
          const message = `Message ${count}`;
          const answer = await sendSlowly(service, name, { email: 'a@example.net', message });
          statuses.push(answer.status);
          if (answer.status === 429)
            expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
        }
        expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
        await waitForMail(service, email, 5);
      });
    },
    { fixedLimits },
  );
});
