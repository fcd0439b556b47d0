/** Mail of Proton. Its three DKIM keys share one token. */
import type { Template } from '@hostmaster/contract';

export const protonMail: Template = {
  id: 'proton-mail',
  title: 'Proton Mail',
  summary: 'Email with Proton: MX, SPF, DKIM and DMARC.',
  fields: [
    {
      name: 'verification',
      label: 'Verification code',
      hint: 'The part after protonmail-verification= in the domain settings.',
      kind: 'token',
      optional: true,
    },
    {
      name: 'dkimToken',
      label: 'DKIM token',
      hint: 'The part between domainkey. and .domains.proton.ch in the CNAME records.',
      kind: 'label',
      optional: true,
    },
  ],
  records: [
    { type: 'MX', name: '@', value: '10 mail.protonmail.ch' },
    { type: 'MX', name: '@', value: '20 mailsec.protonmail.ch' },
    { type: 'TXT', name: '@', value: 'v=spf1 include:_spf.protonmail.ch ~all' },
    { type: 'TXT', name: '@', value: 'protonmail-verification={verification}' },
    {
      type: 'CNAME',
      name: 'protonmail._domainkey',
      value: 'protonmail.domainkey.{dkimToken}.domains.proton.ch',
    },
    {
      type: 'CNAME',
      name: 'protonmail2._domainkey',
      value: 'protonmail2.domainkey.{dkimToken}.domains.proton.ch',
    },
    {
      type: 'CNAME',
      name: 'protonmail3._domainkey',
      value: 'protonmail3.domainkey.{dkimToken}.domains.proton.ch',
    },
    { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=quarantine', keepsExisting: true },
  ],
};
