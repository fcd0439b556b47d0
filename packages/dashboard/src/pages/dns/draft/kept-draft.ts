/** The form of a new record, kept in the tab's storage: it survives a change of the tab and a reload. */
import { isRecordType } from '@hostmaster/dns/records';
import { readJson, tabStorage } from '../../../api/browser-storage.ts';
import type { DomainPlace } from '../../../domains/domain-query.ts';
import type { RecordDraft } from './record-draft.ts';

export interface KeptDraft {
  read(): RecordDraft | null;
  keep(draft: RecordDraft): void;
  forget(): void;
}

export function keptDraft({ workspaceId, domain }: DomainPlace): KeptDraft {
  const key = `new-record ${workspaceId} ${domain}`;
  return {
    read: () => soundDraft(readJson(tabStorage, key)),
    keep: (draft) => tabStorage.set(key, JSON.stringify(draft)),
    forget: () => tabStorage.remove(key),
  };
}

/** Null for what another version of the page may have written. */
function soundDraft(found: unknown): RecordDraft | null {
  if (typeof found !== 'object' || found === null) return null;
  const { type, name, ttl, parts, text, isText } = found as Partial<RecordDraft>;
  const isSound =
    typeof type === 'string' &&
    isRecordType(type) &&
    [name, ttl, text].every((value) => typeof value === 'string') &&
    typeof isText === 'boolean' &&
    typeof parts === 'object' &&
    parts !== null &&
    Object.values(parts).every((part) => typeof part === 'string');
  return isSound ? { ...(found as RecordDraft), source: null } : null;
}
