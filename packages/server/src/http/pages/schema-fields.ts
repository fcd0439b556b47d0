/** The fields of a JSON schema as rows for people, nested ones with their path. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
}

export type Schemas = Readonly<Record<string, Schema>>;

export interface Field {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Deeper parts are named by their type only. */
const depthMax = 3;

export function schemaFields(schema: Schema, schemas: Schemas): readonly Field[] {
  return fieldsOf(schema, { schemas, prefix: '', depth: 0 });
}

function fieldsOf(
  schema: Schema,
  place: { readonly schemas: Schemas; readonly prefix: string; readonly depth: number },
): Field[] {
  const { schemas, prefix, depth } = place;
  const { properties = {}, required = [] } = resolve(schema, schemas);
  if (depth === depthMax) return [];
  return Object.entries(properties).flatMap(([name, part]) => {
    const path = `${prefix}${name}`;
    const found = resolve(part, schemas);
    const inner = resolve(found.items ?? withoutNull(found, schemas), schemas);
    const nested = fieldsOf(inner, {
      schemas,
      prefix: `${path}${found.items === undefined ? '' : '[]'}.`,
      depth: depth + 1,
    });
    const field = {
      path,
      type: typeName(found, schemas),
      isRequired: required.includes(name),
      description: part.description ?? found.description ?? '',
    };
    return [field, ...nested];
  });
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
  return name === undefined ? schema : { ...schemas[name], ...schema };
}

/** The other one of `X or null`. */
function withoutNull(schema: Schema, schemas: Schemas): Schema {
  const others = (schema.anyOf ?? []).filter((part) => resolve(part, schemas).type !== 'null');
  return others.length === 1 ? (others[0] ?? schema) : schema;
}

export function typeName(given: Schema, schemas: Schemas): string {
  const schema = resolve(given, schemas);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.items !== undefined) return `array of ${typeName(schema.items, schemas)}`;
  const parts = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
  if (parts !== undefined && parts.length < 5) {
    return parts.map((part) => typeName(part, schemas)).join(' or ');
  }
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type;
  return `${type ?? 'object'}${range(schema)}`;
}

function range({ minimum, maximum, maxLength }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  return maxLength === undefined ? '' : `, at most ${maxLength} characters`;
}
