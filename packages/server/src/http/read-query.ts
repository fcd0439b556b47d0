/** Query parameters in the types of the contract, which has text and whole numbers. */
import type { Endpoint } from '@hostmaster/contract';
import { invalidRequest } from '../base/errors.ts';

/** Names that the contract does not know are ignored. What is no number stays text, and is refused. */
export function readQuery(
  { query: schema }: Pick<Endpoint, 'query'>,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const properties: Readonly<Record<string, { readonly type?: unknown }>> =
    schema?.properties ?? {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    if (value === undefined) continue;
    if (typeof value === 'string' && value.includes('\0')) {
      // PostgreSQL has no text with it.
      throw invalidRequest({ path: name, message: 'must not contain a NUL' });
    }
    const isNumber = type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value);
    values[name] = isNumber ? Number(value) : value;
  }
  return values;
}
