/**
 * What a notice is for. Each purpose has a budget of its own per address, so that notices of one purpose
 * never delay those of another. A kind of notice without a purpose does not compile.
 */

const purposes = {
  'expiry-notice': 'expiry',
  'expired-notice': 'expiry',
  'auto-renewal-succeeded': 'expiry',
  'auto-renewal-failed': 'expiry',
  'renewal-failed': 'expiry',
  'credits-forecast': 'expiry',
  'domain-deleted': 'expiry',
  'domain-restored': 'expiry',
  'restore-refused': 'expiry',
  'transfer-out-requested': 'transfer',
  'transfer-out-stopped': 'transfer',
  'transferred-away': 'transfer',
  'transfer-succeeded': 'transfer',
  'transfer-action-required': 'transfer',
  'transfer-failed': 'transfer',
  'new-sign-in': 'sign-in',
  'password-changed': 'sign-in',
  'address-changed': 'sign-in',
  'second-factor-changed': 'sign-in',
  'account-deleted': 'sign-in',
  'recovery-started': 'recovery',
  'notices-moved': 'notices-moved',
  'sign-up': 'sign-up',
  'already-signed-up': 'sign-up',
  'confirm-address': 'confirmation',
  'confirm-notice-address': 'confirmation',
  'reset-password': 'reset',
  invitation: 'invitation',
  'owner-data-changed': 'owner',
  'confirm-registrant': 'registrant',
  'registration-data-reminder': 'reminder',
  'contact-message': 'contact',
  'transfer-lock-changed': 'control',
  'auth-code-issued': 'control',
  'api-key-created': 'keys',
  'update-key-created': 'keys',
  'workspace-deleted': 'workspace',
  'webhook-paused': 'workspace',
  'bulk-finished': 'workspace',
  'registration-succeeded': 'workspace',
  'registration-failed': 'workspace',
  'change-refused': 'workspace',
  'domain-held': 'workspace',
  'domain-unheld': 'workspace',
  'top-up-paid': 'workspace',
  'budget-reached': 'workspace',
  'joined-notices': 'workspace',
  'registry-sign-in-refused': 'operator',
  'registry-login-warning': 'operator',
  'registry-deposit-low': 'operator',
  'registry-deposit-empty': 'operator',
  'registry-queue-growing': 'operator',
  'secondary-unreachable': 'operator',
  'secondary-reachable': 'operator',
} as const satisfies Readonly<Record<string, NoticePurpose>>;

export type NoticeKind = keyof typeof purposes;

export type NoticePurpose =
  | 'expiry'
  | 'transfer'
  | 'sign-in'
  | 'recovery'
  | 'notices-moved'
  | 'sign-up'
  | 'confirmation'
  | 'reset'
  | 'invitation'
  | 'owner'
  | 'registrant'
  | 'reminder'
  | 'contact'
  | 'control'
  | 'keys'
  | 'workspace'
  | 'operator';

/** The purpose of a stored mail; an earlier version may have had other kinds. */
export function purposeOf(kind: string): NoticePurpose {
  return purposes[kind as NoticeKind] ?? 'workspace';
}
