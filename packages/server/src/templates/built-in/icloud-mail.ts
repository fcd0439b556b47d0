/** Mail of iCloud+, which derives the name of its DKIM key from the domain. */
import type { Template } from '@hostmaster/contract';

export const icloudMail: Template = {
  id: 'icloud-mail',
  title: 'iCloud Mail',
  summary: 'Email with an iCloud+ custom domain: MX, SPF, DKIM and DMARC.',
  fields: [
    {
      name: 'verification',
      label: 'Verification code',
      hint: 'The part after apple-domain= in the iCloud settings.',
      kind: 'token',
      optional: true,
    },
  ],
  records: [
    { type: 'MX', name: '@', value: '10 mx01.mail.icloud.com' },
    { type: 'MX', name: '@', value: '10 mx02.mail.icloud.com' },
    { type: 'TXT', name: '@', value: 'v=spf1 include:icloud.com ~all' },
    { type: 'TXT', name: '@', value: 'apple-domain={verification}' },
    { type: 'CNAME', name: 'sig1._domainkey', value: 'sig1.dkim.{domain}.at.icloudmailadmin.com' },
    { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none', keepsExisting: true },
  ],
};
