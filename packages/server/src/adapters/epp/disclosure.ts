/** What of a contact a registry shows (RFC 5733, section 2.9), and how it is asked to hide all of it. */
import type { ContactInfo } from '@hostmaster/epp';

type Disclose = NonNullable<ContactInfo['disclose']>;
type PostalType = ContactInfo['postalInfos'][number]['type'];
type Shown = Pick<ContactInfo, 'postalInfos' | 'voice' | 'fax' | 'email' | 'disclose'>;

export function discloseNothing(type: PostalType): Disclose {
  return {
    flag: false,
    name: [type],
    organization: [type],
    address: [type],
    voice: true,
    // We send none, but some registries show every field that is not listed.
    fax: true,
    email: true,
  };
}

/**
 * Whether no field that the contact has is shown. The listed fields are exceptions from the registry's
 * policy: of those not to be disclosed (`flag="0"`) the others are shown, of those to be disclosed the
 * others are hidden. Null without the element: then the policy applies, which is not known here.
 */
export function isHidden({ postalInfos, voice, fax, email, disclose }: Shown): boolean | null {
  if (disclose === undefined) return null;
  const isShown = (isListed: boolean) => isListed === disclose.flag;
  const lists = (types: readonly PostalType[] = [], type: PostalType) => types.includes(type);
  const fields = [
    ...postalInfos.flatMap(({ type, organization = '' }) => [
      lists(disclose.name, type),
      lists(disclose.address, type),
      ...(organization === '' ? [] : [lists(disclose.organization, type)]),
    ]),
    ...(voice === undefined ? [] : [disclose.voice === true]),
    ...(fax === undefined ? [] : [disclose.fax === true]),
    ...(email === undefined ? [] : [disclose.email === true]),
  ];
  return !fields.some(isShown);
}
