import { expect, it } from 'vitest';
import { sendGathered } from './gathered-mails.ts';

const group = { workspaceId: 'ws_1', kind: 'expiry-notice', recipient: 'owner@example.com' };
const options = { at: 1, links: { publicUrl: 'https://names.example' } };
const gathered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `eml_${i}`, summary: `${i}.com expires` }));

it('sends few notices as mails of their own', () => {
  const { rows = [], mails } = sendGathered(group, gathered(5), options);
  expect(mails).toBeUndefined();
  expect(rows[0]).toMatchObject({ kind: 'update', set: { gathered: false } });
  expect(rows.slice(1).map((row) => row.kind)).toEqual(Array(5).fill('statement'));
});

it('sends many as one mail that lists them', () => {
  const { rows, mails: [combined] = [] } = sendGathered(group, gathered(6), options);
  expect(combined).toMatchObject({ workspaceId: 'ws_1', recipient: group.recipient });
  const set = { gathered: false, state: 'sent', combinedIn: combined?.id };
  const id = gathered(6).map((mail) => mail.id);
  expect(rows).toEqual([{ kind: 'update', table: 'mails', where: { id }, set, rows: 'any' }]);
  for (const { summary } of gathered(6)) {
    expect(JSON.stringify(combined?.notice)).toContain(summary);
  }
});

it('changes nothing when none waits', () => {
  expect(sendGathered(group, [], options)).toEqual({});
});
