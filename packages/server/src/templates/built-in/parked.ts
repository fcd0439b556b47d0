/** A domain without any use: as without mail, and no authority may issue certificates (RFC 8659). */
import type { Template } from '@hostmaster/contract';

export const parked: Template = {
  id: 'parked',
  title: 'Parked',
  summary: 'For an unused domain: no email and no certificates.',
  fields: [],
  records: [
    { type: 'MX', name: '@', value: '0 .' },
    { type: 'TXT', name: '@', value: 'v=spf1 -all' },
    { type: 'TXT', name: '*._domainkey', value: 'v=DKIM1; p=' },
    { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=reject; sp=reject; adkim=s; aspf=s' },
    { type: 'CAA', name: '@', value: '0 issue ";"' },
    { type: 'CAA', name: '@', value: '0 issuewild ";"' },
  ],
};
