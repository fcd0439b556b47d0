/** The workspace itself, its members and its saved contacts. */
import { type About, type FactForms, rowAbout, withRow } from './fact-form.ts';
import { word } from './wording.ts';

export type WorkspaceFact =
  | About<'workspaceId', 'workspace.create', { name: string }>
  | About<
      'workspaceId',
      'workspace.update',
      { name: string; email: string | null; pendingEmail?: string }
    >
  | About<'workspaceId', 'workspace.suspend' | 'workspace.resume', { reason?: string }>;

export const workspaceForms: FactForms<WorkspaceFact> = withRow(rowAbout('workspaceId'), {
  'workspace.create': {
    text: (_, d) => `created the workspace ${word(d.name)}`,
    event: 'internal',
  },
  'workspace.update': { text: (_, d) => `updated the workspace ${word(d.name)}`, event: 'people' },
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

export type MemberFact = About<'email', 'member.add' | 'member.remove'>;

export const memberForms: FactForms<MemberFact> = withRow(rowAbout('email'), {
  'member.add': { text: (email) => `added ${email} as a member`, event: 'people' },
  'member.remove': { text: (email) => `removed ${email} from the workspace`, event: 'people' },
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
