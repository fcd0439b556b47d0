/** The records of a template for one domain, with the values of its fields. */
import { limits, type Template, type TemplateField } from '@hostmaster/contract';
import { domainValues, fillPlaceholders, placeholdersOf } from '@hostmaster/contract/template-text';
import type { FieldProblem } from '../base/errors.ts';
import { isHostname, toAsciiName } from '../domains/host-labels.ts';
import type { NewRecord } from '../zones/wire-record.ts';

export interface WantedRecord extends NewRecord {
  /** Added only where the name has none of its type. */
  readonly keepsExisting: boolean;
}

export type Rendering =
  | { readonly ok: true; readonly records: readonly WantedRecord[] }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** Names and values are not validated as those of records yet. */
export function renderTemplate(
  { fields, records }: Template,
  given: Readonly<Record<string, string>>,
  domain: string,
): Rendering {
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  const problems: FieldProblem[] = unknown.map((name) =>
    problem(name, 'is not a field of this template'),
  );
  const ofDomain = domainValues(domain);
  const values = new Map(ofDomain);
  for (const field of fields) {
    const text = Object.hasOwn(given, field.name) ? (given[field.name] ?? '').trim() : '';
    const value =
      text === '' ? fillPlaceholders(field.default ?? '', ofDomain) : readField(field, text);
    if (value === null) problems.push(problem(field.name, expectations[field.kind](field)));
    else if (value !== '') values.set(field.name, value);
    else if (field.optional !== true) problems.push(problem(field.name, 'is required'));
  }
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    records: records
      .filter(({ name = '@', value }) =>
        placeholdersOf(`${name} ${value}`).every((each) => values.has(each)),
      )
      .map(
        ({ type, name = '@', value, ttl = limits.ttlSecondsDefault, keepsExisting = false }) => ({
          type,
          name: fillPlaceholders(name, values),
          value: fillPlaceholders(value, values),
          ttlSeconds: ttl,
          keepsExisting,
        }),
      ),
  };
}

/** Null where the text is no such value. */
function readField({ kind, options = [] }: TemplateField, text: string): string | null {
  switch (kind) {
    case 'text':
      return /^\P{Cc}+$/u.test(text) ? text : null;
    case 'token':
      return /^[\w.~+/=:-]{1,255}$/.test(text) ? text : null;
    case 'label':
      return /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(text) ? text.toLowerCase() : null;
    case 'hostname':
      return hostnameOf(text);
    case 'choice':
      return options.includes(text) ? text : null;
  }
}

/** Underscores are part of the names of DKIM keys. */
function hostnameOf(text: string): string | null {
  const name = toAsciiName(text.replace(/\.$/, ''));
  return name !== null && isHostname(name.replaceAll('_', 'x')) ? name : null;
}

const expectations: Readonly<Record<TemplateField['kind'], (field: TemplateField) => string>> = {
  text: () => 'must be one line of text',
  token: () => 'must be a code without spaces',
  label: () => 'must be letters, digits and hyphens, such as my-site',
  hostname: () => 'must be a hostname, such as host.example.net',
  choice: ({ options = [] }) => `must be one of ${options.join(', ')}`,
};

function problem(field: string, message: string): FieldProblem {
  return { path: `fields.${field.slice(0, 64)}`, message };
}
