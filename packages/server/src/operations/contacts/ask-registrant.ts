/**
 * Asks the registrant of a domain to confirm the email address: once for each address of a workspace,
 * after a registration, a transfer to us and a change of the owner (ADR 0030).
 */
import { hash, randomBytes } from 'node:crypto';
import { dayMs } from '@hostmaster/contract/durations';
import { type Change, noChange } from '../../changes/change.ts';
import { type NewMail, personalMail } from '../../notices/new-mail.ts';
import type { NoticeLinks } from '../../notices/notices.ts';
import { confirmRegistrant } from '../../notices/owner-notices.ts';
import { keepRegistrantAddress } from '../../storage/queries/contacts/registrant-addresses.ts';
import { insert, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import {
  type RegistrantAddress,
  registrantAddresses,
} from '../../storage/tables/contacts/registrant-addresses.ts';
import type {
  Domain,
  DomainWith,
  RegistrantContact,
} from '../../storage/tables/domains/domains.ts';

/** How long a registrant has to confirm. */
const confirmationMs = 15 * dayMs;

type Registered = DomainWith<'workspaceId' | 'contact'>;

export function addressOf({ email }: RegistrantContact): string {
  return email.toLowerCase();
}

/** Most registrations only read it, so they do not wait for each other. */
export function loadRegistrantAddress(
  reader: HostmasterReader,
  { workspaceId, owner: { contact } }: Registered,
): Promise<RegistrantAddress | undefined> {
  return reader.first(keepRegistrantAddress, { workspaceId, address: addressOf(contact) });
}

export interface Question {
  readonly domain: Registered & Pick<Domain, 'name'>;
  readonly known: RegistrantAddress | undefined;
  /** The confirmed address of the workspace: its owner has confirmed it already. */
  readonly workspaceEmail: string | null;
  /** Calendar time. */
  readonly at: number;
  readonly links: NoticeLinks;
}

export function askRegistrant({ domain, known, workspaceEmail, at, links }: Question): Change {
  const { workspaceId } = domain;
  const { contact } = domain.owner;
  const address = addressOf(contact);
  const dueAt = at + confirmationMs;
  if (known !== undefined) {
    if (known.overdueAt === null || known.confirmedAt !== null) return noChange;
    const again = { overdueAt: null, dueAt, walkedTo: '' };
    return { rows: [update(registrantAddresses, { workspaceId, address }, again)] };
  }
  const row = { workspaceId, address, askedAt: at, overdueAt: null, walkedTo: '' };
  if (workspaceEmail?.toLowerCase() === address) {
    const confirmed = { ...row, tokenHash: null, confirmedAt: at, dueAt: null };
    return { rows: [insert(registrantAddresses, confirmed)] };
  }
  const { tokenHash, mail } = newQuestion({ domain, at, dueAt, links });
  const asked = { ...row, tokenHash, confirmedAt: null, dueAt };
  return { rows: [insert(registrantAddresses, asked)], mails: [mail] };
}

/** Only the newest link works. */
export function newQuestion({
  domain,
  at,
  dueAt,
  links,
}: Pick<Question, 'domain' | 'at' | 'links'> & { readonly dueAt: number }): {
  readonly tokenHash: string;
  readonly mail: NewMail;
} {
  const { workspaceId: cause, name } = domain;
  const { contact } = domain.owner;
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOf(token);
  const notice = confirmRegistrant(links, { name, token, tokenHash, dueAt });
  return { tokenHash, mail: personalMail({ cause, recipient: contact.email, at, notice }) };
}

export function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
