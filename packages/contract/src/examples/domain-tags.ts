import type { domainTagEndpoints } from '../endpoints/domain-tags.ts';
import { name } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const domainTagExamples: Examples<typeof domainTagEndpoints> = {
  getTags: { params: { domain: name }, response: { tags: ['client-acme', 'production'] } },
  changeTags: {
    params: { domain: name },
    body: { add: ['production'], remove: ['parked'] },
    response: { tags: ['client-acme', 'production'] },
  },
  listTags: { params: {}, response: { tags: ['client-acme', 'production'], cursor: null } },
  listTaggedDomains: {
    params: { tag: 'production' },
    response: { domains: [name], cursor: null },
  },
};
