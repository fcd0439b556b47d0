/** Mail of Google Workspace. Its DKIM key is made in the Admin console. */
import type { Template } from '@hostmaster/contract';

export const googleWorkspace: Template = {
  id: 'google-workspace',
  title: 'Google Workspace',
  summary: 'Email with Gmail: MX, SPF, DKIM and DMARC.',
  fields: [
    {
      name: 'verification',
      label: 'Verification code',
      hint: 'The part after google-site-verification= in the Admin console.',
      kind: 'token',
      optional: true,
    },
    {
      name: 'dkimKey',
      label: 'DKIM key',
      hint: 'The value of the TXT record under Apps, Gmail, Authenticate email.',
      kind: 'text',
      optional: true,
    },
  ],
  records: [
    { type: 'MX', name: '@', value: '1 smtp.google.com' },
    { type: 'TXT', name: '@', value: 'v=spf1 include:_spf.google.com ~all' },
    { type: 'TXT', name: '@', value: 'google-site-verification={verification}' },
    { type: 'TXT', name: 'google._domainkey', value: '{dkimKey}' },
    { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none', keepsExisting: true },
  ],
};
