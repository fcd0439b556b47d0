/** The error responses of the OpenAPI document: one per status, with the codes that share it. */
import { Type } from 'typebox';
import type { ApiErrorCode } from './error-examples.ts';
import { errors } from './errors.ts';
import { errorAnswer } from './example-lines.ts';
import type { OpenApiComponents } from './openapi-components.ts';
import { errorHeaders } from './openapi-headers.ts';

const base = { error: Type.String({ description: 'A sentence for people.' }), code: Type.String() };

const errorBody = Type.Object(base, { title: 'Error' });

const invalidRequest = Type.Object(
  {
    ...base,
    fields: Type.Array(
      Type.Object({ path: Type.String(), message: Type.String() }, { title: 'FieldProblem' }),
      { description: 'Empty when no field is to blame.' },
    ),
  },
  { title: 'InvalidRequestError' },
);

const recordNotFound = Type.Object(
  { ...base, fields: Type.Optional(invalidRequest.properties.fields) },
  { title: 'NotFoundError' },
);

const insufficientCredits = Type.Object(
  { ...base, required: Type.Number(), balance: Type.Number() },
  { title: 'InsufficientCreditsError' },
);

const priceChanged = Type.Object(
  {
    ...base,
    required: Type.Optional(
      Type.Number({
        description: 'The current price; only with `price_changed` and `spending_cap`.',
      }),
    ),
    remaining: Type.Optional(
      Type.Number({
        description: 'Credits that the cap leaves for this month; only with `spending_cap`.',
      }),
    ),
  },
  { title: 'ConflictError' },
);

/** A status with a single code is a named response; codes that share a status share a response. */
export function errorResponses(
  codes: readonly ApiErrorCode[],
  components: OpenApiComponents,
): Record<string, object> {
  const codesByStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...codesByStatus].map(([status, sharing]) => {
      const response = describe(status, sharing, components);
      const [only, ...others] = sharing;
      return [
        status,
        only === undefined || others.length > 0
          ? response
          : components.response(pascalCase(only), response),
      ];
    }),
  );
}

function describe(
  status: number,
  codes: readonly ApiErrorCode[],
  components: OpenApiComponents,
): object {
  const body = components.schema(bodyOf(status, codes));
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].meaning}`).join('\n\n'),
    headers: errorHeaders(status),
    content: {
      'application/json': {
        schema: {
          allOf: [body, { type: 'object', properties: { code: { type: 'string', enum: codes } } }],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorAnswer(code) }])),
      },
    },
  };
}

function bodyOf(status: number, codes: readonly ApiErrorCode[]): object {
  if (status === 400) return invalidRequest;
  if (codes.includes('price_changed')) return priceChanged;
  if (codes.includes('record_not_found')) return recordNotFound;
  return status === 402 ? insufficientCredits : errorBody;
}

function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
