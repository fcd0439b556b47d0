/** Settings of what the public sees of domains, and of the data of registrants. */
import { setting } from '../base/setting.ts';
import { sockets } from '../base/setting-addresses.ts';
import { ConfigError, flag, integer, oneLine, oneOf, optional } from '../base/setting-values.ts';
import {
  type PostalAddress,
  type PublicationPolicy,
  type RegistrantField,
  registrantFields,
} from '../rdap/publication-policy.ts';
import { emailAddress } from './mail.ts';
import { publicUrl } from './public-url.ts';

const registriesMax = 2_000;

export const publicDataSettings = {
  rdapUrl: setting('HOSTMASTER_RDAP_URL', {
    default: '',
    meaning:
      'Base address of RDAP on a host of its own, such as `https://rdap.example.net`; by default `/rdap` below the public URL.',
    parse: optional(publicUrl),
  }),
  termsUrl: setting('HOSTMASTER_RDAP_TERMS', {
    default: '',
    meaning: 'Page with the terms of use of RDAP and WHOIS; by default the help of RDAP.',
    parse: optional(publicUrl),
  }),
  whoisListen: setting('HOSTMASTER_WHOIS_LISTEN', {
    default: 'off',
    meaning: 'Addresses and ports of WHOIS, such as `192.0.2.1:43`; `off` for none.',
    parse: sockets,
  }),
  rdapServersUrl: setting('HOSTMASTER_RDAP_BOOTSTRAP', {
    default: '',
    meaning:
      "IANA's list of RDAP servers (RFC 9224), `https://data.iana.org/rdap/dns.json`, by which people look up names of other registrars; without it only those of this service.",
    parse: optional(publicUrl),
  }),
  registryUrls: setting('HOSTMASTER_RDAP_REGISTRIES', {
    default: '',
    meaning:
      "The registries' own RDAP by suffix, `com=https://rdap.example.com/com/v1,net=…`; answers link to it.",
    parse: registryUrls,
  }),
  publishes: setting('HOSTMASTER_RDAP_PUBLISHES', {
    default: 'organization,state,country',
    meaning:
      'Fields of an owner without privacy that are public: `name`, `organization`, `street`, `city`, `state`, `postalCode`, `country`, `phone`, `email`, or `none`.',
    parse: publishedFields,
  }),
  registrarName: setting('HOSTMASTER_REGISTRAR_NAME', {
    default: 'Hostmaster',
    meaning: 'Name of the registrar in RDAP and WHOIS.',
    parse: oneLine,
  }),
  registrarId: setting('HOSTMASTER_REGISTRAR_ID', {
    default: '',
    meaning: "The registrar's number in IANA's list.",
    parse: optional(integer({ min: 1, max: 999_999 })),
  }),
  registrarAddress: setting('HOSTMASTER_REGISTRAR_ADDRESS', {
    default: '',
    meaning: 'Address of the registrar: street; city; state or nothing; postal code; country code.',
    parse: optional(postalAddress),
  }),
  registrarEmail: setting('HOSTMASTER_REGISTRAR_EMAIL', {
    default: '',
    meaning: 'Public email address of the registrar.',
    parse: optional(emailAddress),
  }),
  registrarPhone: setting('HOSTMASTER_REGISTRAR_PHONE', {
    default: '',
    meaning: 'Public phone number of the registrar, such as `+44.2079460000`.',
    parse: optional(phone),
  }),
  abuseEmail: setting('HOSTMASTER_ABUSE_EMAIL', {
    default: '',
    meaning: 'Where abuse of domains is reported, by email.',
    parse: optional(emailAddress),
  }),
  abusePhone: setting('HOSTMASTER_ABUSE_PHONE', {
    default: '',
    meaning: 'Where abuse of domains is reported, by phone.',
    parse: optional(phone),
  }),
  privacyOrganization: setting('HOSTMASTER_PRIVACY_ORGANIZATION', {
    default: '',
    meaning:
      'Organization that is shown instead of an owner with privacy; by default the fields are redacted.',
    parse: optional(oneLine),
  }),
  privacyAddress: setting('HOSTMASTER_PRIVACY_ADDRESS', {
    default: '',
    meaning: 'Its address, in the form of `HOSTMASTER_REGISTRAR_ADDRESS`.',
    parse: optional(postalAddress),
  }),
  unconfirmedRegistrant: setting('HOSTMASTER_UNCONFIRMED_REGISTRANT', {
    default: 'flag',
    meaning:
      'What happens to a domain whose registrant has not confirmed the email address in 15 days: `flag` only shows it, `hold` also puts the domain on hold.',
    parse: oneOf('flag', 'hold'),
  }),
  remindsRegistrants: setting('HOSTMASTER_REGISTRATION_DATA_REMINDER', {
    default: 'off',
    meaning:
      '`on`: once a year, on the anniversary of each domain, its registrant is reminded by mail to check the registration data.',
    parse: flag('on', 'off'),
  }),
};

type PublicDataValues = {
  readonly [Field in keyof typeof publicDataSettings]: ReturnType<
    (typeof publicDataSettings)[Field]['parse']
  >;
};

/** What the settings say together. */
export function publicationPolicy(
  values: PublicDataValues,
  { publicUrl }: { readonly publicUrl: string },
): PublicationPolicy {
  const { privacyOrganization: organization, privacyAddress: address } = values;
  if (organization === null && address !== null) {
    throw new ConfigError('HOSTMASTER_PRIVACY_ADDRESS needs HOSTMASTER_PRIVACY_ORGANIZATION.');
  }
  const rdapUrl = `${values.rdapUrl ?? `${publicUrl}/rdap`}/`;
  return {
    registrar: {
      name: values.registrarName,
      ianaId: values.registrarId,
      url: publicUrl,
      address: values.registrarAddress,
      email: values.registrarEmail,
      phone: values.registrarPhone,
      abuseEmail: values.abuseEmail,
      abusePhone: values.abusePhone,
    },
    publishes: values.publishes,
    proxy: organization === null ? null : { organization, address },
    rdapUrl,
    termsUrl: values.termsUrl ?? `${rdapUrl}help`,
    whoisHost: values.whoisListen.length === 0 ? null : new URL(publicUrl).hostname,
    registryUrls: values.registryUrls,
    contactUrl: `${publicUrl}/contact-domain/`,
  };
}

function phone(text: string, name: string): string {
  if (/^\+[0-9]{1,3}\.[0-9]{1,14}$/.test(text)) return text;
  throw new ConfigError(`${name} must be a number such as +44.2079460000, not "${text}".`);
}

function postalAddress(text: string, name: string): PostalAddress {
  const [street = '', city = '', state = '', postalCode = '', country = '', ...others] = oneLine(
    text,
    name,
  )
    .split(';')
    .map((part) => part.trim());
  if (street !== '' && city !== '' && /^[A-Z]{2}$/.test(country) && others.length === 0) {
    return { street, city, state, postalCode, country };
  }
  throw new ConfigError(
    `${name} must have five parts such as "1 Main Street; Springfield; IL; 62701; US", not "${text}".`,
  );
}

function publishedFields(text: string, name: string): ReadonlySet<RegistrantField> {
  if (text === 'none') return new Set();
  const fields = text.split(',').map((part) => part.trim());
  const known = registrantFields.filter((field) => fields.includes(field));
  if (known.length === fields.length) return new Set(known);
  throw new ConfigError(
    `${name} must be none, or some of ${registrantFields.join(', ')}, not "${text}".`,
  );
}

function registryUrls(text: string, name: string): ReadonlyMap<string, string> {
  const entries = text === '' ? [] : text.split(',').map((part) => part.trim().split('='));
  const urls = entries.map(([suffix = '', ...url]): [string, string] => {
    if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(suffix) || entries.length > registriesMax) {
      throw new ConfigError(`${name} must be suffixes and addresses such as com=https://….`);
    }
    return [suffix, `${publicUrl(url.join('='), name)}/`];
  });
  return new Map(urls);
}
