/** Query parameters in the types of the contract, which has text and whole numbers. */
import type { Endpoint } from '@hostmaster/contract';
import { invalidRequest } from '../base/errors.ts';

/** What is no number stays text, and is refused, as are names that the contract does not know. */
export function readQuery(
  { query: schema }: Pick<Endpoint, 'query'>,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const properties: Readonly<Record<string, { readonly type?: unknown }>> =
    schema?.properties ?? {};
  for (const [name, value] of Object.entries(query)) {
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
    if (typeof value === 'string' && value.includes('\0')) {
      // PostgreSQL has no text with it.
      throw invalidRequest({ path: name, message: 'must not contain a NUL' });
    }
    const isNumber = type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value);
    values[name] = isNumber ? Number(value) : value;
  }
  return values;
}
