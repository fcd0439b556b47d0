/** Mail of Zoho, whose hosts are named after the data center of the account. */
import type { Template } from '@hostmaster/contract';

export const zohoMail: Template = {
  id: 'zoho-mail',
  title: 'Zoho Mail',
  summary: 'Email with Zoho: MX, SPF, DKIM and DMARC.',
  fields: [
    {
      name: 'region',
      label: 'Data center',
      hint: 'The end of the address where you sign in, such as eu in mail.zoho.eu.',
      kind: 'choice',
      options: ['com', 'eu', 'in', 'com.au', 'jp'],
      default: 'com',
    },
    {
      name: 'verification',
      label: 'Verification code',
      hint: 'The part after zoho-verification= in the Admin console.',
      kind: 'token',
      optional: true,
    },
    {
      name: 'dkimSelector',
      label: 'DKIM selector',
      hint: 'The selector in the Admin console.',
      kind: 'label',
      optional: true,
    },
    {
      name: 'dkimKey',
      label: 'DKIM key',
      hint: "The value of the selector's TXT record.",
      kind: 'text',
      optional: true,
    },
  ],
  records: [
    { type: 'MX', name: '@', value: '10 mx.zoho.{region}' },
    { type: 'MX', name: '@', value: '20 mx2.zoho.{region}' },
    { type: 'MX', name: '@', value: '50 mx3.zoho.{region}' },
    { type: 'TXT', name: '@', value: 'v=spf1 include:zohomail.{region} ~all' },
    { type: 'TXT', name: '@', value: 'zoho-verification={verification}' },
    { type: 'TXT', name: '{dkimSelector}._domainkey', value: '{dkimKey}' },
    { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none', keepsExisting: true },
  ],
};
