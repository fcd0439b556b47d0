/** A website of Netlify, with the addresses of its load balancer at the apex. */
import type { Template } from '@hostmaster/contract';

export const netlify: Template = {
  id: 'netlify',
  title: 'Netlify',
  summary: 'A website on the domain and on www.',
  fields: [
    { name: 'site', label: 'Site name', hint: 'The part before .netlify.app.', kind: 'label' },
  ],
  records: [
    { type: 'ALIAS', name: '@', value: 'apex-loadbalancer.netlify.com' },
    { type: 'CNAME', name: 'www', value: '{site}.netlify.app' },
  ],
};
