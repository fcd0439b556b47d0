import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import { assessCreation, sharedOwner } from './assess-creation.ts';

const firstSentAt = Date.UTC(2026, 0, 10);
const creation = { owner: 'ws_1', authCode: 'secret', firstSentAt };
/** What a registry shows that hides the auth code. */
const shown = {
  isOurs: true,
  pending: null,
  authCode: null,
  createdAt: firstSentAt + 100,
  createdByUs: true,
  registrantOwner: { id: 'ws_1' },
} as const;

describe('an object found after a lost reply to create', () => {
  it.each([
    ['shows the journaled auth code', { authCode: 'secret', createdAt: null }, 'ours'],
    ['has our sponsor, creator, date and contact', {}, 'ours'],
    ['has the contact of the privacy service', { registrantOwner: { id: sharedOwner } }, 'ours'],
    ['has no contacts, and shows us as its creator', { registrantOwner: null }, 'ours'],
    ['has our contact, and shows no creator', { createdByUs: null }, 'ours'],
    ['was created by a clock that is behind', { createdAt: firstSentAt - minuteMs }, 'ours'],
    ['is sponsored by another registrar', { isOurs: false, authCode: 'secret' }, 'not-ours'],
    ['is being deleted', { pending: 'delete', authCode: 'secret' }, 'not-ours'],
    ['was created by another registrar', { createdByUs: false }, 'not-ours'],
    ['is older than the first send', { createdAt: firstSentAt - 2 * dayMs }, 'not-ours'],
    ['shows no creation date', { createdAt: null }, 'undecided'],
    ['is hours older than the first send', { createdAt: firstSentAt - dayMs / 2 }, 'undecided'],
    ['shows another auth code, and all else agrees', { authCode: '****' }, 'undecided'],
    ['has a registrant that we did not create', { registrantOwner: 'unknown' }, 'undecided'],
    ['has the contact of another owner', { registrantOwner: { id: 'ws_2' } }, 'undecided'],
    [
      'shows neither creator nor registrant',
      { createdByUs: null, registrantOwner: null },
      'undecided',
    ],
  ] as const)('that %s', (_, difference, verdict) => {
    expect(assessCreation({ ...shown, ...difference }, creation)).toBe(verdict);
  });
});
