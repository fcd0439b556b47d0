/** The workspace itself, its activity, its members and its saved contacts. */
import { type Role, roles } from '@hostmaster/contract/roles';
import { type About, type FactForms, rowAbout, withRow } from './fact-form.ts';
import { capText, word } from './wording.ts';

export type WorkspaceFact =
  | About<'workspaceId', 'workspace.create', { name: string }>
  | About<'workspaceId', 'workspace.delete', { reason?: string }>
  | About<
      'workspaceId',
      'workspace.update',
      { name: string; email: string | null; pendingEmail?: string }
    >
  | About<'workspaceId', 'workspace.billing'>
  | About<'workspaceId', 'workspace.second_factor', { from: string | null }>
  | About<'workspaceId', 'workspace.suspend' | 'workspace.resume', { reason?: string }>;

export const workspaceForms: FactForms<WorkspaceFact> = withRow(rowAbout('workspaceId'), {
  'workspace.create': {
    text: (_, d) => `created the workspace ${word(d.name)}`,
    event: 'internal',
  },
  'workspace.delete': {
    text: (_, d) => `deleted the workspace${d.reason === undefined ? '' : `: ${word(d.reason)}`}`,
    event: 'internal',
  },
  'workspace.update': { text: (_, d) => `updated the workspace ${word(d.name)}`, event: 'people' },
  'workspace.billing': { text: () => 'changed the billing details', event: 'people' },
  'workspace.second_factor': {
    text: (_, d) =>
      typeof d.from === 'string'
        ? `required two-factor authentication from ${d.from.slice(0, 10)}`
        : 'stopped requiring two-factor authentication',
    event: 'people',
  },
  'workspace.suspend': {
    text: (_, d) => `suspended the workspace${d.reason === undefined ? '' : `: ${word(d.reason)}`}`,
    event: ({ reason }) => ({
      type: 'workspace.suspended',
      domain: null,
      data: reason === undefined ? {} : { reason },
    }),
  },
  'workspace.resume': {
    text: () => 'resumed the workspace',
    event: () => ({ type: 'workspace.resumed', domain: null, data: {} }),
  },
});

/** What a member became. Entries from before there were roles have neither. */
interface Granted {
  readonly role?: Role;
  /** Absent means all. */
  readonly domains?: readonly string[];
}

/** What a person did to their second factors, as the activity says it. */
const factorTexts = {
  totp_added: 'set up an authenticator app',
  totp_removed: 'removed their authenticator app',
  passkey_added: 'added a passkey',
  passkey_removed: 'removed a passkey',
  recovery_codes_replaced: 'replaced their recovery codes',
} as const;

type FactorChange = keyof typeof factorTexts;

export type MemberFact =
  | About<'email', 'member.add' | 'member.change' | 'member.invite' | 'member.join', Granted>
  | About<'email', 'member.cap', { credits: number | null }>
  | About<'email', 'member.remove' | 'member.leave' | 'member.withdraw'>
  | About<
      'email',
      'member.sign_in' | 'member.sign_out' | 'member.change_password' | 'member.reset_password'
    >
  | About<'email', 'member.start_email_change'>
  | About<'email', 'member.change_email', { before: string }>
  | About<'email', 'member.change_factor', { change: FactorChange }>
  | About<'email', 'member.end_sessions', { count: number }>
  | About<'email', 'member.reset_second_factors', { reason: string }>
  | About<'email', 'member.allow_password', { reason: string; until: string }>
  | About<
      'email',
      'member.provider_sign_in',
      { provider: string; address: string; factor: 'provider' | 'provider_factor' }
    >
  | About<
      'email',
      'member.link_provider' | 'member.unlink_provider',
      { provider: string; address: string }
    >
  | About<'email', 'member.provider_sign_out', { provider: string }>
  | About<'email', 'member.start_recovery' | 'member.stop_recovery' | 'member.finish_recovery'>;

export const memberForms: FactForms<MemberFact> = withRow(rowAbout('email'), {
  'member.add': { text: (email, d) => `added ${email} as ${grantText(d)}`, event: 'people' },
  'member.change': { text: (email, d) => `made ${email} ${grantText(d)}`, event: 'people' },
  'member.cap': { text: (email, d) => `${capText(d.credits)} ${email}`, event: 'people' },
  'member.invite': { text: (email, d) => `invited ${email} as ${grantText(d)}`, event: 'people' },
  'member.withdraw': { text: (email) => `withdrew the invitation for ${email}`, event: 'people' },
  'member.join': { text: (_, d) => `joined the workspace as ${grantText(d)}`, event: 'people' },
  'member.leave': { text: () => 'left the workspace', event: 'people' },
  'member.remove': { text: (email) => `removed ${email} from the workspace`, event: 'people' },
  'member.sign_in': { text: () => 'signed in', event: 'people' },
  'member.sign_out': { text: () => 'signed out', event: 'people' },
  'member.change_password': { text: () => 'changed their password', event: 'people' },
  'member.reset_password': {
    text: () => 'chose a new password with a link in an email',
    event: 'people',
  },
  'member.start_email_change': {
    text: () => 'asked to change their email address',
    event: 'people',
  },
  'member.change_email': {
    text: (email, d) => `changed their email address from ${word(d.before)} to ${email}`,
    event: 'people',
  },
  'member.change_factor': {
    text: (_, d) => factorTexts[d.change as FactorChange] ?? 'changed their second factors',
    event: 'people',
  },
  'member.end_sessions': {
    text: (_, d) => `ended ${d.count === 1 ? 'one of their sessions' : 'their other sessions'}`,
    event: 'people',
  },
  'member.reset_second_factors': {
    text: (email, d) => `removed the second factors of ${email}: ${word(d.reason)}`,
    event: 'people',
  },
  'member.allow_password': {
    text: (email, d) => `allowed ${email} to sign in with a password: ${word(d.reason)}`,
    event: 'people',
  },
  'member.provider_sign_in': {
    text: (_, d) =>
      `signed in with ${word(d.provider)} from ${word(d.address)}${d.factor === 'provider_factor' ? ', with a second factor there' : ''}`,
    event: 'people',
  },
  'member.link_provider': {
    text: (_, d) =>
      `linked the account to a sign-in at ${word(d.provider)} from ${word(d.address)}`,
    event: 'people',
  },
  'member.unlink_provider': {
    text: (_, d) =>
      `unlinked the account from the sign-in at ${word(d.provider)} from ${word(d.address)}`,
    event: 'people',
  },
  'member.provider_sign_out': {
    text: (email, d) => `ended sessions of ${email}: signed out at ${word(d.provider)}`,
    event: 'people',
  },
  'member.start_recovery': {
    text: () => 'started to recover the account without its second factors',
    event: 'people',
  },
  'member.stop_recovery': {
    text: (email) => `stopped the recovery of ${email} with the link in an email`,
    event: 'people',
  },
  'member.finish_recovery': {
    text: () => 'recovered the account and removed its second factors',
    event: 'people',
  },
});

/** Details are what was stored, whatever the version. */
function grantText({ role, domains }: Readonly<Record<string, unknown>>): string {
  const known = roles.find((each) => each === role);
  const title =
    known === undefined
      ? 'a member'
      : `${known === 'owner' || known === 'admin' ? 'an' : 'a'} ${roleNames[known]}`;
  return Array.isArray(domains) ? `${title} for ${domains.join(', ')}` : title;
}

const roleNames: Readonly<Record<Role, string>> = {
  owner: 'owner',
  admin: 'admin',
  dns_editor: 'DNS editor',
  billing: 'billing member',
  read_only: 'read-only member',
};

/** By its id: the address is what the deletion erases. */
export type AccountFact = About<'userId', 'account.delete', { reason?: string }>;

export const accountForms: FactForms<AccountFact> = withRow(rowAbout('userId'), {
  'account.delete': {
    text: (_, d) =>
      d.reason === undefined
        ? 'deleted their account'
        : `deleted the account of a member: ${word(d.reason)}`,
    event: 'people',
  },
});

export type ActivityFact = About<'entryId', 'activity.erase', { reason: string }>;

export const activityForms: FactForms<ActivityFact> = withRow(rowAbout('entryId'), {
  'activity.erase': {
    text: (entryId, d) => `erased what the entry ${entryId} said: ${word(d.reason)}`,
    event: 'people',
  },
});

export type ContactFact = About<
  'contactId',
  'contact.create' | 'contact.update' | 'contact.delete',
  { label: string }
>;

export const contactForms: FactForms<ContactFact> = withRow(rowAbout('contactId'), {
  'contact.create': { text: (_, d) => `saved the contact ${word(d.label)}`, event: 'people' },
  'contact.update': { text: (_, d) => `updated the contact ${word(d.label)}`, event: 'people' },
  'contact.delete': { text: (_, d) => `deleted the contact ${word(d.label)}`, event: 'people' },
});
