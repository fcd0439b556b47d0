/** Templates of records that workspaces have added. */
import type { Template } from '@hostmaster/contract';
import { json, table, text } from '@hostmaster/storage';

export const workspaceTemplates = table('workspace_templates', {
  id: text(),
  workspaceId: text(),
  /** The id that people use, such as `our-hosting`. */
  templateId: text(),
  template: json<Template>(),
});
