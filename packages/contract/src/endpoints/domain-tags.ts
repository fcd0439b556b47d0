/** Tags: words by which a workspace groups its domains. They are stored here only. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { atLeastOneOf, limits, nextCursor, pageCursor, pageLimit } from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

export const tag = Type.String({
  format: 'tag',
  maxLength: limits.tagCharactersMax,
  description: 'Lower-case letters, digits, dots, dashes and underscores.',
  examples: ['production'],
});

const tagList = (description: string) =>
  Type.Array(tag, { minItems: 1, maxItems: limits.tagsPerDomain, description });

/** What one change takes; bulk operations have the same lists. */
export const tagChanges = {
  add: tagList('Tags that the domain has afterwards, beside its others.'),
  remove: tagList('Tags that the domain has no longer.'),
};

const answer = Type.Object({
  tags: Type.Array(Type.String(), {
    maxItems: limits.tagsPerDomain,
    description: 'The tags of the domain, in alphabetical order.',
  }),
});

const read = { act: 'domains.read', idempotent: false } as const;

export const domainTagEndpoints = {
  getTags: {
    ...apiPaths.getTags,
    ...read,
    summary: 'Read the tags of a domain',
    response: answer,
    errors: ['invalid_request', 'malformed_body', 'domain_not_found'],
  },
  changeTags: {
    ...apiPaths.changeTags,
    summary: 'Add tags to a domain, or remove some',
    act: 'domains.manage',
    idempotent: false,
    body: Type.Object(
      { add: Type.Optional(tagChanges.add), remove: Type.Optional(tagChanges.remove) },
      atLeastOneOf(['add', 'remove']),
    ),
    response: answer,
    errors: [...bodyErrors, 'domain_not_found', 'quota_exceeded'],
  },
  listTags: {
    ...apiPaths.listTags,
    ...read,
    summary: 'List the tags that domains of the workspace have',
    query: Type.Object({
      limit: pageLimit('Tags', { max: limits.tagsPerWorkspace }),
      cursor: pageCursor,
    }),
    response: Type.Object({ tags: Type.Array(Type.String()), cursor: nextCursor }),
    errors: ['invalid_request'],
  },
  listTaggedDomains: {
    ...apiPaths.listTaggedDomains,
    ...read,
    summary: 'List the domains that have a tag, in the order of their registration',
    query: Type.Object({
      limit: pageLimit('Domains', {
        max: limits.taggedDomainsPageMax,
        usual: limits.taggedDomainsPageDefault,
      }),
      cursor: pageCursor,
    }),
    response: Type.Object({
      domains: Type.Array(Type.String(), {
        description: 'Names. A tag that no domain has is an empty list.',
      }),
      cursor: nextCursor,
    }),
    errors: ['invalid_request', 'malformed_body'],
  },
} as const satisfies Record<string, EndpointShape>;
