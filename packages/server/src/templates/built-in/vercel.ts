/** A website of Vercel. Projects may have a CNAME target of their own. */
import type { Template } from '@hostmaster/contract';

export const vercel: Template = {
  id: 'vercel',
  title: 'Vercel',
  summary: 'A website on the domain and on www.',
  fields: [
    {
      name: 'target',
      label: 'CNAME target',
      hint: 'The target that Vercel shows for www. The suggested value is usually right.',
      kind: 'hostname',
      default: 'cname.vercel-dns.com',
    },
    {
      name: 'verification',
      label: 'Verification code',
      hint: 'The part after vc-domain-verify=, if Vercel asks for it.',
      kind: 'text',
      optional: true,
    },
  ],
  records: [
    { type: 'A', name: '@', value: '76.76.21.21' },
    { type: 'CNAME', name: 'www', value: '{target}' },
    { type: 'TXT', name: '_vercel', value: 'vc-domain-verify={verification}' },
  ],
};
