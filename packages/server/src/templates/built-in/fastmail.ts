/** Mail of Fastmail, which derives the names of its DKIM keys from the domain. */
import type { Template } from '@hostmaster/contract';

export const fastmail: Template = {
  id: 'fastmail',
  title: 'Fastmail',
  summary: 'Email with Fastmail: MX, SPF, DKIM, DMARC and automatic setup of mail apps.',
  fields: [],
  records: [
    { type: 'MX', name: '@', value: '10 in1-smtp.messagingengine.com' },
    { type: 'MX', name: '@', value: '20 in2-smtp.messagingengine.com' },
    { type: 'TXT', name: '@', value: 'v=spf1 include:spf.messagingengine.com ?all' },
    { type: 'CNAME', name: 'fm1._domainkey', value: 'fm1.{domain}.dkim.fmhosted.com' },
    { type: 'CNAME', name: 'fm2._domainkey', value: 'fm2.{domain}.dkim.fmhosted.com' },
    { type: 'CNAME', name: 'fm3._domainkey', value: 'fm3.{domain}.dkim.fmhosted.com' },
    { type: 'SRV', name: '_submissions._tcp', value: '0 1 465 smtp.fastmail.com' },
    { type: 'SRV', name: '_imaps._tcp', value: '0 1 993 imap.fastmail.com' },
    { type: 'SRV', name: '_jmap._tcp', value: '0 1 443 api.fastmail.com' },
    { type: 'SRV', name: '_caldavs._tcp', value: '0 1 443 caldav.fastmail.com' },
    { type: 'SRV', name: '_carddavs._tcp', value: '0 1 443 carddav.fastmail.com' },
    { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none', keepsExisting: true },
  ],
};
