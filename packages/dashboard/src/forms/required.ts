/** Validates that fields are not blank, with a message for each. */
import type { Problems } from './use-form.ts';

export function required<V extends object>(
  messages: { readonly [K in keyof V]?: string },
): (values: V) => Problems {
  return (values) =>
    Object.fromEntries(
      Object.entries(messages as Record<string, string>).filter(
        ([name]) => String(values[name as keyof V] ?? '').trim() === '',
      ),
    );
}
