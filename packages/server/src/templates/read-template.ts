/** A template that is not our own: its form, and whether its records can be applied at all. */
import type { Template } from '@hostmaster/contract';
import { readTemplateForm } from '@hostmaster/contract/template-schema';
import { domainValues, fillPlaceholders, placeholdersOf } from '@hostmaster/contract/template-text';
import { parseRecordName } from '@hostmaster/dns/records';
import { identityOf } from '../zones/read-import-file.ts';

const domain = 'example.com';

/** The template, or what is wrong with it. */
export function readTemplate(value: unknown): Template | string {
  const template = readTemplateForm(value);
  if (typeof template === 'string') return template;
  return fieldProblem(template) ?? recordProblem(template) ?? template;
}

export function fieldProblem({ fields }: Pick<Template, 'fields'>): string | null {
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `two fields are named ${twice}`;
  const taken = names.find((name) => domainValues(domain).has(name));
  if (taken !== undefined) return `no field can be named ${taken}`;
  const open = fields.find(({ kind, options }) => kind === 'choice' && options === undefined);
  return open === undefined ? null : `the field ${open.name} has no options`;
}

/** The value of a record with fields is known only when it is applied. */
export function recordProblem({
  fields,
  records,
}: Pick<Template, 'fields' | 'records'>): string | null {
  const ofDomain = domainValues(domain);
  const known = new Set([...ofDomain.keys(), ...fields.map(({ name }) => name)]);
  for (const { type, name = '@', value } of records) {
    const used = placeholdersOf(`${name} ${value}`);
    const unknown = used.find((each) => !known.has(each));
    if (unknown !== undefined) return `${name} ${type} names the unknown field ${unknown}`;
    if (used.some((each) => !ofDomain.has(each))) continue;
    const owner = parseRecordName(fillPlaceholders(name, ofDomain), { origin: domain });
    if (!owner.ok) return `${name} ${type}: ${owner.message}`;
    const record = {
      type,
      name: owner.name,
      ttlSeconds: 0,
      value: fillPlaceholders(value, ofDomain),
    };
    if (identityOf(domain, record) === null) return `${name} ${type} has a value that is none`;
  }
  return null;
}
