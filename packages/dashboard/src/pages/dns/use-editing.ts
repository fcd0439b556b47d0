/**
 * The record that is being edited. Saving closes its form at once; on failure or conflict the form
 * opens again with the unsaved values.
 */
import { type RecordContext, typeLabel } from '@hostmaster/dns/records';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { type DnsRecord, draftOf, inputOf, type RecordDraft } from './draft/record-draft.ts';
import type { RecordChanges, RecordSnapshot, SaveOutcome } from './use-record-changes.ts';

/** The record and the version of the list as last shown, to detect conflicts. */
export interface Editing extends RecordSnapshot {
  /** The record was deleted; saving creates it again. */
  readonly isGone: boolean;
  readonly draft: RecordDraft;
  /** Why the form was reopened; null at first. */
  readonly outcome: Exclude<SaveOutcome, { readonly kind: 'saved' }> | null;
  /** Counts how often the form was opened. */
  readonly opening: number;
}

export interface EditingState {
  readonly editing: Editing | null;
  start(record: DnsRecord, version: string): void;
  stop(): void;
  save(draft: RecordDraft): Promise<void>;
}

export function useEditing(changes: RecordChanges, context: RecordContext): EditingState {
  const [editing, setEditing] = useState<Editing | null>(null);
  // What is open when the response arrives.
  const open = useRef<Editing | 'left' | null>(null);
  useEffect(() => {
    open.current = editing;
    return () => {
      open.current = 'left';
    };
  }, [editing]);

  function start(record: DnsRecord, version: string): void {
    const draft = draftOf(record, context);
    setEditing({ record, version, draft, isGone: false, outcome: null, opening: 0 });
  }

  async function save(draft: RecordDraft): Promise<void> {
    if (editing === null) return;
    const { record, version, isGone } = editing;
    setEditing(null);
    const input = inputOf(draft, context);
    const outcome = await (isGone
      ? changes.recreate(input)
      : changes.save({ record, version }, input));
    if (outcome.kind === 'saved') return;
    const now = outcome.kind === 'conflict' ? outcome.now : record;
    reopen({
      record: now ?? record,
      version: outcome.kind === 'conflict' ? outcome.version : version,
      isGone: isGone || now === null,
      draft,
      outcome,
      opening: editing.opening + 1,
    });
  }

  /** Does not replace another form that was opened in the meantime. */
  function reopen(failed: Editing): void {
    if (open.current === null) {
      setEditing(failed);
      return;
    }
    showToast({
      tone: 'bad',
      title: `Couldn't save the ${typeLabel(failed.record.type)} record`,
      ...(open.current === 'left'
        ? { description: `Try again on the DNS tab of ${context.origin}.` }
        : { action: { label: 'Edit again', onClick: () => setEditing(failed) } }),
    });
  }

  return { editing, start, stop: () => setEditing(null), save };
}
