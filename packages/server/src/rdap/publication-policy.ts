/** What the operator has decided about public data: who the registrar is, and what of an owner is shown. */

/** The fields of a registrant, as settings name them. */
export const registrantFields = [
  'name',
  'organization',
  'street',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
  'email',
] as const;

export type RegistrantField = (typeof registrantFields)[number];

export interface PostalAddress {
  readonly street: string;
  readonly city: string;
  /** Empty where the country has none. */
  readonly state: string;
  readonly postalCode: string;
  /** ISO 3166, two letters. */
  readonly country: string;
}

export interface RegistrarDetails {
  readonly name: string;
  /** Number in IANA's list of accredited registrars; null for a registrar that has none. */
  readonly ianaId: number | null;
  readonly url: string;
  readonly address: PostalAddress | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly abuseEmail: string | null;
  readonly abusePhone: string | null;
}

export interface PublicationPolicy {
  readonly registrar: RegistrarDetails;
  /** What is shown of an owner without privacy. */
  readonly publishes: ReadonlySet<RegistrantField>;
  /** What is shown instead of an owner with privacy; null: the fields are redacted. */
  readonly proxy: { readonly organization: string; readonly address: PostalAddress | null } | null;
  /** Base URL of this RDAP service, with a slash at its end. */
  readonly rdapUrl: string;
  readonly termsUrl: string;
  /** Where WHOIS is answered; null where it is not. */
  readonly whoisHost: string | null;
  /** The registry's RDAP service by suffix, with a slash at its end. */
  readonly registryUrls: ReadonlyMap<string, string>;
  /** Where strangers write to the owner of a domain; the name is appended. */
  readonly contactUrl: string;
}

/** The address of the form that reaches the owner of a domain. */
export function contactUrlOf({ contactUrl }: PublicationPolicy, name: string): string {
  return `${contactUrl}${name}`;
}
