import { expect, it } from 'vitest';
import { ZoneKeyRing } from '../base/zone-key-ring.ts';
import { mailTo } from '../notices/new-mail.ts';
import { enqueue, finish } from './job-write.ts';
import { writesOf } from './writes-of.ts';

const ring = new ZoneKeyRing(null);
const notice = {
  kind: 'change-refused' as const,
  onceKey: 'test',
  subject: 'A notice',
  paragraphs: [],
  action: { label: 'Open', url: 'https://example.com/' },
};
const mail = { workspaceId: 'ws', recipient: 'a@example.com', at: 0, notice };

it.each([
  ['added jobs', { jobs: [job('b'), job('a'), job('b')] }, ['a', 'b']],
  ['mail', { mails: [mailTo(mail)] }, ['send-mail']],
])('wakes the workers that claim %s', (_, change, jobKinds) => {
  expect(writesOf(change, ring).events).toEqual([{ kind: 'jobs-changed', jobKinds }]);
});

it.each([
  ['a finished job', { jobs: [finish({ id: 'job', token: 'token' })] }],
  ['mail without an address', { mails: [mailTo({ ...mail, recipient: null })] }],
  [
    'mail that waits for others',
    { mails: [mailTo({ ...mail, notice: { ...notice, summary: 's' } })] },
  ],
])('wakes no worker for %s', (_, change) => {
  expect(writesOf(change, ring).events).toEqual([]);
});

function job(kind: string) {
  return enqueue({ kind, lane: kind, payload: {} });
}
