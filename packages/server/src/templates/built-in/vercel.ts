/** A website of Vercel. Projects may have a CNAME target of their own. */
import type { Template } from '@hostmaster/contract';

export const vercel: Template = {
  id: 'vercel',
  title: 'Vercel',
  summary: 'A website at the domain and at www.',
  fields: [
    {
      name: 'target',
      label: 'CNAME target',
      hint: 'The target that Vercel shows for www; usually as suggested.',
      kind: 'hostname',
      default: 'cname.vercel-dns.com',
    },
    {
      name: 'verification',
      label: 'Verification code',
      hint: 'The part after vc-domain-verify=, where Vercel asks for one.',
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
