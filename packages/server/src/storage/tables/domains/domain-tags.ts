/** The tags of domains, one row each. */
import { table, text } from '@hostmaster/storage';

export const domainTags = table('domain_tags', {
  domainId: text(),
  tag: text(),
  workspaceId: text(),
});
