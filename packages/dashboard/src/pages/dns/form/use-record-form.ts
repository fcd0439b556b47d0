/**
 * The state of the form for one record. Errors of a field show after it was left or the form was
 * submitted, and update while typing from then on.
 */
import type { RecordContext } from '@hostmaster/dns/records';
import { useState } from 'react';
import { type Form, type Problems, useForm } from '../../../forms/use-form.ts';
import { draftProblems } from '../draft/draft-problems.ts';
import type { RecordDraft } from '../draft/record-draft.ts';

export interface RecordFormOptions<R> {
  readonly initial: RecordDraft;
  readonly context: RecordContext;
  readonly submit: (draft: RecordDraft, call: { readonly idempotencyKey: string }) => Promise<R>;
  readonly onDone: (result: R) => void;
}

export interface RecordForm extends Form<{ draft: RecordDraft }> {
  readonly draft: RecordDraft;
  readonly context: RecordContext;
  /** `path` is the API's name of the changed field. */
  change(draft: Partial<RecordDraft>, path: 'type' | 'name' | 'ttl' | 'value'): void;
  /** A field lost the focus: its errors show from now on. */
  leave(path: string): void;
}

export function useRecordForm<R>(options: RecordFormOptions<R>): RecordForm {
  const { context } = options;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSent, setSent] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const form = useForm({
    initial: { draft: options.initial },
    submit: ({ draft }, call) => options.submit(draft, call),
    onDone: options.onDone,
  });
  const { draft } = form.values;
  const found = draftProblems(draft, context);

  function change(parts: Partial<RecordDraft>, path: string): void {
    // Another type has other fields, which have not been visited yet.
    if (parts.type !== undefined && parts.type !== draft.type) {
      setSent(false);
      setLeft(new Set());
    }
    form.set('draft', { ...draft, ...parts }, path);
  }

  async function submit(): Promise<void> {
    setSent(true);
    if (Object.keys(found).length === 0) return form.submit();
    setAttempts((count) => count + 1);
  }

  return {
    ...form,
    draft,
    context,
    problems: { ...form.problems, ...shownProblems(found, isSent ? null : left) },
    failedAttempts: form.failedAttempts + attempts,
    change,
    leave: (path) => setLeft((current) => new Set([...current, path])),
    submit,
  };
}

function shownProblems(found: Problems, left: ReadonlySet<string> | null): Problems {
  return Object.fromEntries(Object.entries(found).filter(([path]) => left?.has(path) ?? true));
}
