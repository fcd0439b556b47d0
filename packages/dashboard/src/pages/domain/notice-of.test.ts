import { expect, it } from 'vitest';
import { noticeOf } from './notice-of.ts';

it.each([
  [{ state: 'live', status: 'active', autoRenew: false }, null],
  [{ state: 'live', status: 'expiring_soon', autoRenew: true }, null],
  [{ state: 'live', status: 'expiring_soon', autoRenew: false }, 'expiring'],
  [{ state: 'live', status: 'failed', autoRenew: true }, 'renewal-failed'],
  [{ state: 'live', status: 'expired', autoRenew: true }, 'expired'],
  [{ state: 'provisioning', status: 'active', autoRenew: true }, 'provisioning'],
  [{ state: 'releasing', status: 'expired', autoRenew: true }, 'releasing'],
  [
    { state: 'releasing', status: 'expired', autoRenew: true, restorableUntil: 'soon' },
    'restorable',
  ],
  [{ state: 'releasing', status: 'active', autoRenew: true, isRestoring: true }, 'restoring'],
  [{ state: 'failed', status: 'failed', autoRenew: true }, 'registration-failed'],
] as const)('of %o the notice is %s', (domain, notice) => {
  expect(noticeOf({ restorableUntil: null, isRestoring: false, ...domain })).toBe(notice);
});
