/** Mail of Microsoft 365. The names of its DKIM keys depend on the tenant. */
import type { Template } from '@hostmaster/contract';

export const microsoft365: Template = {
  id: 'microsoft-365',
  title: 'Microsoft 365',
  summary: 'Email with Outlook and Exchange: MX, SPF, DKIM, autodiscover and DMARC.',
  fields: [
    {
      name: 'verification',
      label: 'Verification code',
      hint: 'The part after MS= in the admin center.',
      kind: 'token',
      optional: true,
    },
    {
      name: 'mxHost',
      label: 'Mail server',
      hint: 'The target of the MX record in the admin center. The suggested value is usually right.',
      kind: 'hostname',
      default: '{domainDashes}.mail.protection.outlook.com',
    },
    {
      name: 'dkim1',
      label: 'DKIM target for selector1',
      hint: 'The CNAME of selector1 in the Defender portal.',
      kind: 'hostname',
      optional: true,
    },
    {
      name: 'dkim2',
      label: 'DKIM target for selector2',
      hint: 'The CNAME of selector2 in the Defender portal.',
      kind: 'hostname',
      optional: true,
    },
  ],
  records: [
    { type: 'MX', name: '@', value: '0 {mxHost}' },
    { type: 'TXT', name: '@', value: 'v=spf1 include:spf.protection.outlook.com -all' },
    { type: 'TXT', name: '@', value: 'MS={verification}' },
    { type: 'CNAME', name: 'autodiscover', value: 'autodiscover.outlook.com' },
    { type: 'CNAME', name: 'selector1._domainkey', value: '{dkim1}' },
    { type: 'CNAME', name: 'selector2._domainkey', value: '{dkim2}' },
    { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none', keepsExisting: true },
  ],
};
