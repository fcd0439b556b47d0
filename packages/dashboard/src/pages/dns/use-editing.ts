/**
 * The record that is being edited. Saving closes its form at once; when it fails, or somebody else
 * was quicker, the form comes back with what was written.
 */
import type { RecordContext } from '@hostmaster/dns/records';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../ui/toaster.tsx';
import { type DnsRecord, draftOf, inputOf, type RecordDraft } from './draft/record-draft.ts';
import type { RecordChanges, SaveOutcome } from './use-record-changes.ts';

export interface Editing {
  /** As the person has seen it last: what a save is compared with. */
  readonly record: DnsRecord;
  /** The record is gone; saving creates it anew. */
  readonly isGone: boolean;
  readonly draft: RecordDraft;
  /** Why the form is open again; null at first. */
  readonly outcome: Exclude<SaveOutcome, { readonly kind: 'saved' }> | null;
  /** Counts the times the form was opened. */
  readonly opening: number;
}

export interface EditingState {
  readonly editing: Editing | null;
  start(record: DnsRecord): void;
  stop(): void;
  save(draft: RecordDraft): Promise<void>;
}

export function useEditing(changes: RecordChanges, context: RecordContext): EditingState {
  const [editing, setEditing] = useState<Editing | null>(null);
  // What is open when an answer comes, which may be long after it was asked for.
  const open = useRef<Editing | 'left' | null>(null);
  useEffect(() => {
    open.current = editing;
    return () => {
      open.current = 'left';
    };
  }, [editing]);

  function start(record: DnsRecord): void {
    const draft = draftOf(record, context);
    setEditing({ record, draft, isGone: false, outcome: null, opening: 0 });
  }

  async function save(draft: RecordDraft): Promise<void> {
    if (editing === null) return;
    const { record, isGone } = editing;
    setEditing(null);
    const input = inputOf(draft, context);
    const outcome = await (isGone ? changes.recreate(input) : changes.save(record, input));
    if (outcome.kind === 'saved') return;
    const now = outcome.kind === 'conflict' ? outcome.now : record;
    reopen({
      record: now ?? record,
      isGone: isGone || now === null,
      draft,
      outcome,
      opening: editing.opening + 1,
    });
  }

  /** Never over something else that is open by now. */
  function reopen(failed: Editing): void {
    if (open.current === null) {
      setEditing(failed);
      return;
    }
    showToast({
      tone: 'bad',
      title: `The ${failed.record.type} record was not saved`,
      ...(open.current === 'left'
        ? { description: `Try it again on the DNS page of ${context.origin}.` }
        : { action: { label: 'Edit again', onClick: () => setEditing(failed) } }),
    });
  }

  return { editing, start, stop: () => setEditing(null), save };
}
