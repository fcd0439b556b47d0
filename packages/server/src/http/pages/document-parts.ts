/** The parts of the OpenAPI document that /reference shows. */
import type { EndpointName } from '@hostmaster/contract';
import type { Schema, Schemas } from './schema-fields.ts';

export interface Operation {
  readonly operationId: EndpointName;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

export interface Body {
  readonly schema: Schema;
  readonly example?: unknown;
}

/** By media type: all but files are JSON. */
export type Content = Readonly<Record<string, Body>>;

export interface Components {
  readonly schemas: Schemas;
  readonly responses: Readonly<Record<string, Response>>;
}
