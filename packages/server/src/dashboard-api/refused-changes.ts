/** The domains of a workspace whose latest change the registry refused. */
import { listPages } from '@hostmaster/storage';
import { listRefusals } from '../storage/queries/registry/registry-notes.ts';
import type { HostmasterReader } from '../storage/schema.ts';

export interface RefusedChange {
  readonly name: string;
  readonly refusal: string | null;
}

export async function readRefusedChanges(
  reader: HostmasterReader,
  { workspaceId, limit }: { readonly workspaceId: string; readonly limit: number },
): Promise<readonly RefusedChange[]> {
  const found: RefusedChange[] = [];
  for await (const page of listPages(reader, listRefusals, { workspaceId })) {
    for (const { name, refusal } of page) if (name !== null) found.push({ name, refusal });
    if (found.length >= limit) break;
  }
  return found.slice(0, limit).sort((a, b) => (a.name < b.name ? -1 : 1));
}
