/** The yearly reminder to check registration data. It has nothing but the registrant's own data. */
import { printable } from '../base/printable.ts';
import type { RegistrantContact } from '../storage/tables/domains/domains.ts';
import type { Notice } from './notice.ts';
import { type DomainFacts, domainAction, type NoticeLinks } from './notices.ts';

/** The length of its line in one mail for many, so that every mail server accepts that mail. */
const lineLengthMax = 450;

export const reminderAdvice =
  'If everything is correct, no action is needed. If something is wrong or out of date, correct it in the dashboard, or ask the provider who manages your domains. Wrong data can lead to the loss of a domain.';

export function dataReminder(
  links: NoticeLinks,
  facts: DomainFacts & {
    readonly domainId: string;
    readonly year: number;
    readonly contact: RegistrantContact;
  },
): Notice {
  const { name, contact } = facts;
  const data = dataOf(contact);
  return {
    kind: 'registration-data-reminder',
    onceKey: `registration-data-reminder:${facts.domainId}:${facts.year}`,
    subject: `Please check the registration data of ${name}`,
    paragraphs: [
      `Registrars have to remind owners once a year to check their registration data. This is what is on record for ${name}:`,
      data.map(([label, value]) => `${label}: ${value}`).join('\n'),
      reminderAdvice,
    ],
    action: domainAction(links, facts, 'Check your data'),
    summary: shortened(`${name}: ${data.map(([, value]) => value).join(', ')}`),
  };
}

function dataOf(contact: RegistrantContact): (readonly [label: string, value: string])[] {
  const { address1, address2, city, stateProvince, postalCode, country } = contact;
  const address = [address1, address2, city, stateProvince, postalCode, country];
  const data: readonly (readonly [string, string | undefined])[] = [
    ['Name', `${contact.firstName} ${contact.lastName}`],
    ['Organization', contact.organization],
    ['Address', address.filter(isGiven).join(', ')],
    ['Phone', contact.phone],
    ['Email', contact.email],
  ];
  return data.flatMap(([label, value]) => (isGiven(value) ? [[label, printable(value)]] : []));
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function shortened(line: string): string {
  return line.length <= lineLengthMax ? line : `${line.slice(0, lineLengthMax - 1)}…`;
}
