/**
 * The state of a form. It keeps the values when a submission fails, assigns the API's errors to their
 * fields, and never submits twice: one request at a time, and unchanged values are sent again with
 * the same idempotency key.
 *
 *   const form = useForm({
 *     initial: { email: '', password: '' },
 *     submit: (values) => dashboard.signIn(values),
 *     onDone: (session) => …,
 *   });
 */
import { HostmasterError } from '@hostmaster/sdk';
import { useRef, useState } from 'react';
import { explainError } from '../api/explain-error.ts';
import { noticeRefusal } from '../api/query-client.ts';
import { asSentence } from './as-sentence.ts';
import { randomKey } from './random-key.ts';

/** Messages by field, in the API's notation: `contact.phone`. */
export type Problems = Readonly<Record<string, string>>;

export interface FormOptions<V extends object, R> {
  readonly initial: V;
  /** Unsaved values of an earlier visit; the form counts as changed. */
  readonly restored?: V | null;
  /** Completes the values before they are checked, where that takes time. */
  readonly complete?: (values: V) => Promise<V>;
  /** Checks before the request. */
  readonly validate?: (values: V) => Problems;
  readonly submit: (values: V, call: { readonly idempotencyKey: string }) => Promise<R>;
  readonly onDone: (result: R, values: V) => void | Promise<void>;
  /** Messages for errors that this form explains itself; null for the default message. */
  readonly explain?: (error: HostmasterError, values: V) => string | Problems | null;
}

export interface Form<V extends object> {
  readonly values: V;
  readonly problems: Problems;
  /** Counts failed submissions, so that each moves the focus once. */
  readonly failedAttempts: number;
  /** An error that belongs to no field. */
  readonly failure: string | null;
  readonly isSubmitting: boolean;
  readonly isChanged: boolean;
  /** `path` is the API's name of the field where it differs. */
  set<K extends keyof V>(name: K, value: V[K], path?: string): void;
  submit(): Promise<void>;
  reset(values?: V): void;
  /** Fields register themselves, so that errors of unknown fields are shown above the form. */
  register(path: string): void;
}

export function useForm<V extends object, R>(options: FormOptions<V, R>): Form<V> {
  const [base, setBase] = useState(options.initial);
  const [values, setValues] = useState(options.restored ?? options.initial);
  const [problems, setProblems] = useState<Problems>({});
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const isBusy = useRef(false);
  const idempotencyKey = useRef<string | null>(null);
  const fields = useRef(new Set<string>());

  function set<K extends keyof V>(name: K, value: V[K], path: string = String(name)): void {
    idempotencyKey.current = null;
    setValues((current) => ({ ...current, [name]: value }));
    setProblems((current) => without(current, path));
  }

  async function submit(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setSubmitting(true);
    try {
      const complete = options.complete === undefined ? values : await options.complete(values);
      setValues(complete);
      const found = options.validate?.(complete) ?? {};
      showProblems(found);
      setFailure(null);
      if (Object.keys(found).length > 0) return;
      idempotencyKey.current ??= randomKey();
      const result = await options.submit(complete, { idempotencyKey: idempotencyKey.current });
      idempotencyKey.current = null;
      await options.onDone(result, complete);
    } catch (error) {
      showError(error);
    } finally {
      isBusy.current = false;
      setSubmitting(false);
    }
  }

  function showProblems(found: Problems): void {
    setProblems(found);
    if (Object.keys(found).length > 0) setFailedAttempts((count) => count + 1);
  }

  function showError(error: unknown): void {
    const own = error instanceof HostmasterError ? options.explain?.(error, values) : null;
    if (typeof own === 'string') setFailure(own);
    else if (own !== null && own !== undefined) showProblems(own);
    else if (error instanceof HostmasterError && error.fields.length > 0) {
      const known = error.fields.filter((field) => fields.current.has(field.path));
      showProblems(
        Object.fromEntries(known.map((field) => [field.path, asSentence(field.message)])),
      );
      if (known.length < error.fields.length) setFailure(asSentence(error.message));
    } else setFailure(explainError(error).message);
    noticeRefusal(error);
  }

  function reset(next: V = base): void {
    setBase(next);
    setValues(next);
    setProblems({});
    setFailure(null);
  }

  return {
    values,
    problems,
    failedAttempts,
    failure,
    isSubmitting,
    isChanged: values !== base && JSON.stringify(values) !== JSON.stringify(base),
    set,
    submit,
    reset,
    register: (path) => fields.current.add(path),
  };
}

/** Changing a field clears its errors and those of its parts. */
function without(problems: Problems, name: string): Problems {
  const kept = Object.entries(problems).filter(
    ([path]) => path !== name && !path.startsWith(`${name}.`) && !path.startsWith(`${name}[`),
  );
  return kept.length === Object.keys(problems).length ? problems : Object.fromEntries(kept);
}
