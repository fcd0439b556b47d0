/** The registrar as an entity of RDAP, with whom to tell about abuse. */
import { jcard } from './jcard.ts';
import type { PublicationPolicy } from './publication-policy.ts';
import { type RdapEntity, rdapType } from './rdap-objects.ts';

/** The word of the gTLD profile for a registrar without an IANA number. */
const noHandle = 'not applicable';

export function registrarHandle({ registrar }: PublicationPolicy): string {
  return registrar.ianaId === null ? noHandle : String(registrar.ianaId);
}

export function registrarEntity(policy: PublicationPolicy, askedUrl: string): RdapEntity {
  const { registrar, rdapUrl } = policy;
  const { name, ianaId, address, email, phone, url } = registrar;
  const handle = registrarHandle(policy);
  const href = `${rdapUrl}entity/${encodeURIComponent(handle)}`;
  return {
    objectClassName: 'entity',
    handle,
    roles: ['registrar'],
    ...(ianaId === null
      ? {}
      : { publicIds: [{ type: 'IANA Registrar ID', identifier: String(ianaId) }] }),
    vcardArray: jcard({
      name,
      organization: name,
      address: address ?? undefined,
      phone: phone ?? undefined,
      email: email ?? undefined,
      url,
    }),
    entities: abuseEntities(policy),
    links: [
      { value: askedUrl, rel: 'self', href, type: rdapType },
      { value: askedUrl, rel: 'about', href: rdapUrl, type: rdapType },
    ],
  };
}

function abuseEntities({ registrar }: PublicationPolicy): readonly RdapEntity[] {
  const { abuseEmail, abusePhone } = registrar;
  if (abuseEmail === null && abusePhone === null) return [];
  return [
    {
      objectClassName: 'entity',
      roles: ['abuse'],
      vcardArray: jcard({
        name: 'Abuse Contact',
        phone: abusePhone ?? undefined,
        email: abuseEmail ?? undefined,
      }),
    },
  ];
}
