/** Values for a schema: mostly what it asks for, sometimes what no client should send. */
import type { Random } from './random.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

export interface ValueSource {
  readonly random: Random;
  /** Names and ids that exist, and others that do not. */
  readonly words: readonly string[];
  /** Named schemas of the OpenAPI document. */
  readonly components?: Readonly<Record<string, unknown>>;
}

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\r\nb: c',
  '\u001b[2J',
  '\u202egnp.exe',
  '\ud800',
  '../../etc/passwd',
  "'; drop table domains; --",
  '{{7*7}}',
  '%00%ff%',
  '__proto__',
  'constructor',
  'é'.normalize('NFD'),
  '*.*.*.*',
  '.',
  '@',
  `${'a.'.repeat(130)}com`,
  'xn--a',
  '1'.repeat(400),
  '"'.repeat(300),
  '\\'.repeat(300),
  '😀'.repeat(200),
  '=cmd|calc',
  '$INCLUDE /etc/passwd',
  '-1',
  '1e999',
  '9007199254740993',
  'true',
  'null',
  '[]',
  '{}',
  'ws_0',
];

const strangeValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  [],
  [[]],
  [null],
  {},
  { toString: 1, valueOf: null },
];

const textByFormat: Readonly<Record<string, readonly string[]>> = {
  'contact-email': ['ada@example.com'],
  'contact-phone': ['+44.2079460000'],
  'contact-country': ['GB', 'us'],
  instant: ['2031-01-31T12:00:00Z'],
};

export function valueFor(schema: unknown, source: ValueSource, depth = 0): unknown {
  const { random } = source;
  const resolved = resolve(schema as Schema, source);
  if (random.oneIn(30)) return strange(source);
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.enum !== undefined) return random.pick(resolved.enum);
  if (resolved.anyOf !== undefined && resolved.properties === undefined) {
    return valueFor(random.pick(resolved.anyOf), source, depth);
  }
  const types = [resolved.type ?? (resolved.properties === undefined ? 'string' : 'object')].flat();
  switch (random.pick(types)) {
    case 'object':
      return objectFor(resolved, source, depth);
    case 'array': {
      const length = random.oneIn(20) ? random.below(60) : random.below(4);
      return Array.from({ length }, () => valueFor(resolved.items ?? {}, source, depth + 1));
    }
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 100_000 } = resolved;
      return random.oneIn(10)
        ? random.pick([minimum - 1, maximum + 1])
        : minimum + random.below(maximum - minimum + 1);
    }
    case 'boolean':
      return random.oneIn(2);
    case 'null':
      return null;
    default:
      return textFor(resolved, source);
  }
}

function objectFor(schema: Schema, source: ValueSource, depth: number): unknown {
  const { random } = source;
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => !random.oneIn(required.has(name) ? 25 : 2))
    .map(([name, property]) => [name, valueFor(property, source, depth + 1)] as const);
  if (random.oneIn(20)) entries.push([random.pick(hostileTexts), 1]);
  return Object.fromEntries(entries);
}

function textFor({ format, maxLength = 50 }: Schema, source: ValueSource): string {
  const { random, words } = source;
  if (random.oneIn(8)) return random.pick(hostileTexts);
  if (random.oneIn(40)) return 'x'.repeat(maxLength + random.below(3) - 1);
  const known = textByFormat[format ?? ''];
  return known === undefined ? random.pick(words) : random.pick(known);
}

function strange({ random }: ValueSource): unknown {
  if (random.oneIn(3)) return random.pick(hostileTexts);
  if (random.oneIn(20)) return Array.from({ length: 2_000 }, () => 1);
  if (random.oneIn(20)) return nested(random.below(60));
  return random.pick(strangeValues);
}

function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

function resolve(schema: Schema, source: ValueSource): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  return (source.components?.[name] ?? {}) as Schema;
}
