/**
 * Named components of the OpenAPI document. A schema with a `title` is moved to
 * `components.schemas` under that title and replaced by a reference.
 */

type Json = string | number | boolean | null | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [key: string]: Json;
}

/** A titled schema is a reference. */
type Described<S> = S extends { readonly title: string } ? { readonly $ref: string } : object;

export class OpenApiComponents {
  readonly schemas: Record<string, object> = {};
  readonly responses: Record<string, object> = {};

  /** The schema with every titled part, itself included, as a reference. */
  schema<S extends object>(schema: S): Described<S> {
    return this.#extract(JSON.parse(JSON.stringify(schema)) as Json) as Described<S>;
  }

  response(name: string, response: object): object {
    this.responses[name] ??= response;
    return { $ref: `#/components/responses/${name}` };
  }

  #extract(value: Json): Json {
    if (isArray(value)) return value.map((item) => this.#extract(item));
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = value;
    const extracted = Object.fromEntries(
      Object.entries(rest).map(([key, part]) => [key, this.#extract(part)]),
    );
    // A property named "title" is an object; the keyword is a string.
    if (typeof title !== 'string') {
      return title === undefined ? extracted : { ...extracted, title: this.#extract(title) };
    }
    const known = this.schemas[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(extracted)) {
      throw new Error(`Two schemas of the contract have the title ${title}.`);
    }
    this.schemas[title] = extracted;
    return { $ref: `#/components/schemas/${title}` };
  }
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
