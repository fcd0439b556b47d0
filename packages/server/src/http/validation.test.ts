import { endpoints } from '@hostmaster/contract';
import { dashboardEndpoints } from '@hostmaster/contract/dashboard';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../base/errors.ts';
import { createValidatorCompiler, formats } from './validation.ts';

const compile = createValidatorCompiler();

function problemOf(schema: object, value: unknown): string {
  const result = compile({ schema: { type: 'object', properties: { field: schema } } })({
    field: value,
  });
  return typeof result === 'boolean' ? 'none' : (result.error as Refusal).message;
}

describe('bounds', () => {
  it.each([
    [{ type: 'number', minimum: 0 }, -1, 'field: must be at least 0'],
    [{ type: 'number', maximum: 9 }, 10, 'field: must be at most 9'],
    [{ type: 'number', minimum: 1, maximum: 10 }, 11, 'field: must be between 1 and 10'],
    [{ type: 'array', minItems: 1 }, [], 'field: must have at least 1 entries'],
    [{ type: 'array', maxItems: 1 }, [null, null], 'field: must have at most 1 entries'],
    [{ type: 'array', minItems: 2, maxItems: 13 }, [], 'field: must have 2 to 13 entries'],
  ])('are said as far as there are any', (schema, value, message) => {
    expect(problemOf(schema, value)).toBe(message);
  });
});

interface Schemas {
  readonly query?: object;
  readonly body?: object;
  readonly response: object;
}

it('every schema of the contract is one: a start does not check them', () => {
  const ajv = new Ajv({ formats });
  const all: readonly Schemas[] = Object.values({ ...endpoints, ...dashboardEndpoints });
  for (const { query = {}, body = {}, response } of all) {
    for (const schema of [query, body, response]) {
      expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
    }
  }
  expect(ajv.validateSchema({ type: 'no type' })).toBe(false);
});
