/**
 * What clients of `/v1` rely on, as lines: each field with its type, each value of an enumeration, each
 * error code with its status. From the OpenAPI document, so that a line is what a reader can see.
 */
import { errors, type OpenApiDocument } from '@hostmaster/contract';

export const promisesFile = 'packages/contract/src/fixtures/promises.txt';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** By media type. */
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

const depthMax = 40;

export function apiPromises(document: OpenApiDocument): readonly string[] {
  const { schemas } = document.components as { readonly schemas: Record<string, Schema> };
  const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const place = `${method.toUpperCase()} ${path}`;
      const { parameters, requestBody, responses } = operation as unknown as Operation;
      const body = requestBody?.content['application/json']?.schema;
      const answers = Object.entries(responses['200']?.content ?? {});
      return [
        ...parameters.flatMap(({ name, in: where, required, schema }) =>
          linesOf(schemas, schema, `${place} ${where} ${name}${required ? '' : '?'}`),
        ),
        ...(body === undefined ? [] : linesOf(schemas, body, `${place} body`)),
        ...answers.flatMap(([mediaType, { schema }]) =>
          mediaType === 'application/json'
            ? linesOf(schemas, schema, `${place} 200`)
            : [`${place} 200: ${mediaType}`],
        ),
      ];
    }),
  );
  const events = Object.entries(schemas)
    .filter(([name]) => /Event$/.test(name) && name !== 'Event')
    .flatMap(([name, schema]) => linesOf(schemas, schema, name));
  const codes = Object.entries(errors).map(([code, { status }]) => `error ${code}: ${status}`);
  return [...new Set([...lines, ...events, ...codes])].sort();
}

/** Fields that requests need and did not need before, of endpoints that were there before. */
export function newDemands(
  promised: readonly string[],
  current: readonly string[],
): readonly string[] {
  const known = new Set(promised);
  const places = new Set(promised.map(placeOf));
  return current.filter((line) => {
    const isDemand = /^[A-Z]+ \S+ (?:body|query|path|header)[^?=]*: /.test(line);
    return isDemand && !known.has(line) && places.has(placeOf(line));
  });
}

/** `POST /v1/domains` */
function placeOf(line: string): string {
  return line.split(' ', 2).join(' ');
}

/** One line for the value itself, and those of its fields, items and alternatives. */
function linesOf(
  schemas: Readonly<Record<string, Schema>>,
  schema: Schema,
  place: string,
  depth = 0,
): readonly string[] {
  if (depth > depthMax) throw new Error(`${place} is nested too deeply.`);
  const { $ref } = schema;
  if ($ref !== undefined) {
    const named = schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
    if (named === undefined) throw new Error(`${place} refers to ${$ref}, which is missing.`);
    return linesOf(schemas, named, place, depth + 1);
  }
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  const alternatives = schema.anyOf ?? schema.oneOf ?? [];
  const inner = (part: Schema, name: string) => linesOf(schemas, part, name, depth + 1);
  const { additionalProperties: others } = schema;
  return [
    `${place}: ${typeOf(schema)}`,
    ...values.map((value) => `${place} = ${JSON.stringify(value)}`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      inner(part, `${place}.${name}${schema.required?.includes(name) === true ? '' : '?'}`),
    ),
    ...(schema.items === undefined ? [] : inner(schema.items, `${place}[]`)),
    ...(typeof others === 'object' ? inner(others, `${place}.*`) : []),
    // The fields of all alternatives; which one it is, is said by their values.
    ...alternatives.flatMap((part) => inner(part, place)),
  ];
}

function typeOf({ type, const: only, enum: values, anyOf, oneOf }: Schema): string {
  if (type !== undefined) return [type].flat().join(' or ');
  if (anyOf !== undefined || oneOf !== undefined) return 'one of several';
  const kinds = new Set((only === undefined ? (values ?? []) : [only]).map(kindOf));
  return kinds.size === 0 ? 'any' : [...kinds].join(' or ');
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
