/** GET /v1/tags, and GET /v1/tags/{tag}/domains. */
import { limits } from '@hostmaster/contract';
import {
  listTagged,
  listTagsOfNames,
  listWorkspaceTags,
} from '../../storage/queries/domains/domain-tags.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type Actor, reaches } from '../../workspaces/actor.ts';
import { readOperation } from '../operation.ts';
import { nextCursor, pageStart } from '../page-cursor.ts';

export const listTags = readOperation('listTags', async (reader, { actor }, input) => {
  const limit = input.limit ?? limits.tagsPerWorkspace;
  const after = pageStart(input) ?? '';
  const tags = (await tagsSeenBy(reader, actor)).filter((tag) => tag > after).slice(0, limit);
  return { tags, cursor: nextCursor(tags, limit, (tag) => tag) };
});

export const listTaggedDomains = readOperation(
  'listTaggedDomains',
  async (reader, { actor }, input) => {
    const { workspaceId } = actor;
    const { tag, limit = limits.taggedDomainsPageDefault } = input;
    const afterId = pageStart(input) ?? '';
    const page = await reader.all(listTagged, { workspaceId, tag, afterId, limit });
    return {
      domains: page.map(({ name }) => name).filter((name) => reaches(actor, name)),
      cursor: nextCursor(page, limit, ({ id }) => id),
    };
  },
);

/** Who is limited to certain domains sees the tags of these. */
async function tagsSeenBy(
  reader: HostmasterReader,
  { workspaceId, domainNames }: Actor,
): Promise<string[]> {
  const rows =
    domainNames === null
      ? await reader.all(listWorkspaceTags, { workspaceId, limit: limits.tagsPerWorkspace })
      : await reader.all(listTagsOfNames, { workspaceId, names: [...domainNames] });
  return rows.map(({ tag }) => tag).sort();
}
