import type { Template, templateEndpoints } from '../endpoints/templates.ts';
import { name } from '../example-objects.ts';
import type { Examples } from './shape.ts';

const ownTemplate: Omit<Template, 'id'> = {
  title: 'Our hosting',
  summary: 'A website on our servers.',
  fields: [{ name: 'server', label: 'Server', kind: 'hostname', default: 'web.example.net' }],
  records: [
    { type: 'ALIAS', value: '{server}' },
    { type: 'CNAME', name: 'www', value: '{server}' },
  ],
};

export const templateExamples: Examples<typeof templateEndpoints> = {
  listTemplates: {
    params: {},
    response: {
      templates: [
        {
          id: 'github-pages',
          title: 'GitHub Pages',
          summary: 'A website on the domain and on www.',
          fields: [{ name: 'user', label: 'User or organization', kind: 'label' }],
          records: [{ type: 'CNAME', name: 'www', value: '{user}.github.io' }],
          source: 'built_in',
        },
      ],
      cursor: null,
    },
  },
  saveTemplate: {
    params: { templateId: 'our-hosting' },
    body: ownTemplate,
    response: {
      template: { id: 'our-hosting', ...ownTemplate, source: 'workspace' },
    },
  },
  deleteTemplate: { params: { templateId: 'our-hosting' }, response: { success: true } },
  applyTemplate: {
    params: { domain: name, templateId: 'github-pages' },
    body: { fields: { user: 'octocat' }, dryRun: true },
    response: {
      plan: {
        added: [{ type: 'CNAME', name: 'www', ttl: 3_600, value: 'octocat.github.io' }],
        changed: [],
        conflicts: [],
        unchanged: 0,
      },
      applied: false,
      revision: 17,
      pendingFulfillment: false,
    },
  },
};
