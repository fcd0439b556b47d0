/** A domain without mail: null MX (RFC 7505), and policies that refuse mail in its name. */
import type { Template } from '@hostmaster/contract';

export const noMail: Template = {
  id: 'no-mail',
  title: 'No mail',
  summary: 'For a domain that neither sends nor receives email: null MX, SPF, DKIM and DMARC.',
  fields: [],
  records: [
    { type: 'MX', name: '@', value: '0 .' },
    { type: 'TXT', name: '@', value: 'v=spf1 -all' },
    { type: 'TXT', name: '*._domainkey', value: 'v=DKIM1; p=' },
    { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=reject; sp=reject; adkim=s; aspf=s' },
  ],
};
