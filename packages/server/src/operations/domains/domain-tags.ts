/** GET and PATCH /v1/domains/{domain}/tags. Tags are of use in every state, so that none refuses them. */
import { quotaExceeded } from '../../base/errors.ts';
import { fixedLimits } from '../../base/limits.ts';
import { noChange } from '../../changes/change.ts';
import { happened } from '../../facts/fact.ts';
import { listTagsOf, listWorkspaceTags } from '../../storage/queries/domains/domain-tags.ts';
import { lockWorkspace } from '../../storage/queries/workspaces/workspace-quotas.ts';
import { insert, removeAll } from '../../storage/row-write.ts';
import { domainTags } from '../../storage/tables/domains/domain-tags.ts';
import { domainKey, loadDomain, loadLocked } from '../loading.ts';
import { changeOperation, readOperation } from '../operation.ts';

export const getTags = readOperation('getTags', async (reader, call, { domain }) => {
  const { id: domainId } = await loadDomain(reader, call, domain);
  return { tags: sortedTags(await reader.all(listTagsOf, { domainId })) };
});

export const changeTags = changeOperation('changeTags', {
  parse: ({ domain, add = [], remove = [] }, { actor: { workspaceId } }) => ({
    workspaceId,
    domain,
    added: [...new Set(add)].filter((tag) => !remove.includes(tag)),
    removed: [...new Set(remove)],
  }),

  // Those who add one wait for each other: the tags of the workspace are counted.
  keys: ({ workspaceId, domain, added }) => [
    domainKey(domain),
    ...(added.length === 0 ? [] : [`workspace ${workspaceId}`]),
  ],
  commit: 'shared',

  async load(reader, call, { workspaceId, domain: name, added }) {
    const domain = await loadLocked(reader, call, name);
    if (added.length > 0) await reader.first(lockWorkspace, { id: workspaceId });
    const [own, used] = await Promise.all([
      reader.all(listTagsOf, { domainId: domain.id }),
      reader.all(listWorkspaceTags, { workspaceId, limit: fixedLimits.tagsPerWorkspace }),
    ]);
    return { domain, before: sortedTags(own), used: used.map(({ tag }) => tag) };
  },

  decide(call, { workspaceId, added, removed }, { domain: { id: domainId, name }, before, used }) {
    const { tagsPerDomain, tagsPerWorkspace } = call.services.rules.limits;
    const fresh = added.filter((tag) => !before.includes(tag));
    const gone = removed.filter((tag) => before.includes(tag));
    const tags = [...before.filter((tag) => !gone.includes(tag)), ...fresh].sort();
    if (fresh.length > 0 && tags.length > tagsPerDomain) {
      throw quotaExceeded(`${tagsPerDomain} tags of a domain`, 'Remove some of them first.');
    }
    const unused = fresh.filter((tag) => !used.includes(tag));
    if (unused.length > 0 && used.length + unused.length > tagsPerWorkspace) {
      const advice = 'Use one that there is, or remove one from all its domains.';
      throw quotaExceeded(`${tagsPerWorkspace} different tags in one workspace`, advice);
    }
    if (fresh.length + gone.length === 0) return { answer: { tags }, change: noChange };
    return {
      answer: { tags },
      change: {
        rows: [
          ...(gone.length === 0 ? [] : [removeAll(domainTags, { domainId, tag: gone })]),
          ...fresh.map((tag) => insert(domainTags, { domainId, tag, workspaceId })),
        ],
        facts: [happened(call, { kind: 'domain.tags', domain: name, tags })],
      },
    };
  },
});

/** The engines sort by their collation. */
function sortedTags(rows: readonly { readonly tag: string }[]): string[] {
  return rows.map(({ tag }) => tag).sort();
}
