/** The records of a template as lines of text: name, TTL where it is not the usual one, type and value. */
import { placeholdersOf } from '@hostmaster/contract/template-text';
import type { Template } from '../../templates/template.ts';

type TemplateRecord = Template['records'][number];

/** The TTL of records that say none. */
const usualTtl = 3_600;

/** What every template can name without a field. */
const known: readonly string[] = ['domain', 'domainDashes'];

export function linesOf(records: readonly TemplateRecord[]): string {
  return records.map(lineOf).join('\n');
}

function lineOf({ name = '@', ttl = usualTtl, type, value }: TemplateRecord): string {
  return [name, ...(ttl === usualTtl ? [] : [ttl]), type, value].join(' ');
}

/** Or why a line cannot be read. What a line does not say is kept from the records before. */
export function readLines(
  text: string,
  before: readonly TemplateRecord[] = [],
): TemplateRecord[] | string {
  const kept = new Map(before.map((record) => [lineOf(record), record]));
  const records: TemplateRecord[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [name, afterName] = cutWord(line);
    const [second, afterSecond] = cutWord(afterName);
    const hasTtl = /^\d+$/.test(second);
    const [type, value] = hasTtl ? cutWord(afterSecond) : [second, afterSecond];
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(type) || value === '') {
      return `Line ${index + 1} needs a name, a type and a value, such as "www A 192.0.2.1".`;
    }
    const record = {
      type: type.toUpperCase() as TemplateRecord['type'],
      name,
      ...(hasTtl ? { ttl: Number(second) } : {}),
      value,
    };
    records.push(kept.get(lineOf(record)) ?? record);
  }
  return records.length === 0 ? 'Enter at least one record.' : records;
}

/** The first word, and what follows it. */
function cutWord(text: string): readonly [word: string, rest: string] {
  const trimmed = text.trim();
  const end = trimmed.search(/\s/);
  return end === -1 ? [trimmed, ''] : [trimmed.slice(0, end), trimmed.slice(end).trimStart()];
}

/** The fields that the text names, in their order. */
export function fieldsIn(text: string): readonly string[] {
  return [...new Set(placeholdersOf(text))].filter((name) => !known.includes(name));
}

/** The id of a new template, from its title; empty when the title has no letters or digits. */
export function idOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return words.join('-').slice(0, 63);
}
