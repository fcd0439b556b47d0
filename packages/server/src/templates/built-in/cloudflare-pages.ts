/** A website of Cloudflare Pages, which accepts subdomains of domains with other nameservers. */
import type { Template } from '@hostmaster/contract';

export const cloudflarePages: Template = {
  id: 'cloudflare-pages',
  title: 'Cloudflare Pages',
  summary:
    'A website on a subdomain. For the domain itself, Cloudflare requires its own nameservers.',
  fields: [
    { name: 'project', label: 'Project', hint: 'The part before .pages.dev.', kind: 'label' },
    {
      name: 'subdomain',
      label: 'Subdomain',
      hint: 'Where the website will be, such as www.',
      kind: 'label',
      default: 'www',
    },
  ],
  records: [{ type: 'CNAME', name: '{subdomain}', value: '{project}.pages.dev' }],
};
