/** Contact data as jCard (RFC 7095) in the form that the gTLD profile asks for. */
import type { PostalAddress } from './publication-policy.ts';
import type { JcardProperty, RdapEntity } from './rdap-objects.ts';

export interface CardFields {
  /** Formatted name; present also when it is empty. */
  readonly name: string;
  readonly organization?: string | undefined;
  readonly address?: PostalAddress | undefined;
  /** As registries write it: `+44.2079460000`. */
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly contactUrl?: string | undefined;
  readonly url?: string | undefined;
}

export function jcard(fields: CardFields): RdapEntity['vcardArray'] {
  const { organization, address, phone, email, contactUrl, url } = fields;
  const properties: (JcardProperty | null)[] = [
    ['version', {}, 'text', '4.0'],
    ['fn', {}, 'text', fields.name],
    organization ? ['org', {}, 'text', organization] : null,
    address ? addressProperty(address) : null,
    phone ? ['tel', { type: 'voice' }, 'uri', telUri(phone)] : null,
    email ? ['email', {}, 'text', email] : null,
    contactUrl ? ['contact-uri', {}, 'uri', contactUrl] : null,
    url ? ['url', {}, 'uri', url] : null,
  ];
  return ['vcard', properties.filter((property) => property !== null)];
}

/** The country is a parameter (RFC 8605); without one the parameter is absent. */
function addressProperty(address: PostalAddress): JcardProperty {
  const { street, city, state, postalCode, country } = address;
  const parameters: Readonly<Record<string, string>> = country === '' ? {} : { cc: country };
  return ['adr', parameters, 'text', ['', '', street, city, state, postalCode, '']];
}

function telUri(phone: string): string {
  return `tel:${phone.replaceAll(/[^+0-9]/g, '')}`;
}
