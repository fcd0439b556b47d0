/** A contact, read-only. */
import type { ContactValues } from './contact-values.ts';
import { countryName } from './country-options.ts';

export function ContactView({ contact }: { readonly contact: ContactValues }) {
  const lines = [
    contact.organization,
    contact.address1,
    contact.address2,
    `${contact.postalCode} ${contact.city}`.trim(),
    [contact.stateProvince, countryName(contact.country)].filter(Boolean).join(', '),
  ].filter((line) => line !== '');
  return (
    <div className="grid gap-x-8 gap-y-4 break-words md:grid-cols-2">
      <address className="not-italic">
        <p className="font-medium">
          {contact.firstName} {contact.lastName}
        </p>
        {lines.map((line) => (
          <p key={line} className="text-ink-muted">
            {line}
          </p>
        ))}
      </address>
      <div className="text-ink-muted">
        <p>{contact.email}</p>
        <p className="figures">{contact.phone}</p>
      </div>
    </div>
  );
}
