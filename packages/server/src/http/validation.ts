/** Checks requests against the contract's schemas, with messages that name the field. */
import { type FormatName, schemaFormats } from '@hostmaster/contract';
import { Ajv } from 'ajv';
import { type FieldProblem, invalidRequest, Refusal } from '../base/errors.ts';
import { shownName } from './unknown-fields.ts';

/** The part of Ajv's errors that is used here (`verbose` adds the schema). */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly parentSchema?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
}

/** A refusal names at most this many fields. */
const problemsMax = 20;
/** Longer than any array the contract allows: such a body gets one problem, not one per entry. */
const arrayLengthMax = 1_000;

/** The formats of the contract, as the library expects them. */
export const formats = Object.fromEntries(
  Object.entries(schemaFormats).map(([name, format]) => [
    name,
    { type: 'string' as const, validate: format.test },
  ]),
);

const ajvOptions = {
  // Tests check the contract's schemas; each of these would compile the schema of schemas at a start.
  meta: false,
  validateSchema: false,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  verbose: true,
  formats,
};

interface RequestSchema {
  readonly schema: unknown;
}

type Validation = (data: unknown) => boolean | { readonly error: Refusal };

/**
 * Valid requests are checked once, up to the first error. Only a refused one is checked again for all
 * its errors, if there cannot be too many of them. The first check takes the length of a text in units
 * of UTF-16, which counts no characters of long texts; what has few enough of these is never too long.
 */
export function createValidatorCompiler(): (request: RequestSchema) => Validation {
  // The option has no other use today, which the library would note in the log.
  const quick = new Ajv({ ...ajvOptions, allErrors: false, unicode: false, logger: false });
  const forFirst = new Ajv({ ...ajvOptions, allErrors: false });
  const forAll = new Ajv({ ...ajvOptions, allErrors: true });
  return ({ schema }) => {
    return (data) => {
      // Compiled by the first request that needs it, and kept.
      if (quick.compile(schema as object)(data)) return true;
      const exact = (hasLongArray(data) ? forFirst : forAll).compile(schema as object);
      return exact(data) ? true : { error: explainSchemaErrors(exact.errors ?? []) };
    };
  };
}

/** Bodies are of bounded depth by now; see json-body.ts. */
function hasLongArray(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > arrayLengthMax) return true;
  return Object.values(value).some(hasLongArray);
}

function explainSchemaErrors(errors: readonly object[]): Refusal {
  const problems = new Map<string, FieldProblem>();
  for (const error of errors as readonly SchemaError[]) {
    const problem = explain(error);
    if (problem !== null && !problems.has(problem.path)) problems.set(problem.path, problem);
    if (problems.size === problemsMax) break;
  }
  const [first, ...others] = problems.values();
  if (first === undefined) return new Refusal('malformed_body', 'The body must be a JSON object.');
  return invalidRequest(first, ...others);
}

function explain(error: SchemaError): FieldProblem | null {
  const path = fieldPath(error.instancePath);
  const { keyword, params, parentSchema } = error;
  switch (keyword) {
    case 'required': {
      // The branches of "at least one of" are explained by their parent.
      if (error.schemaPath?.includes('/anyOf/') === true) return null;
      return { path: join(path, String(params?.missingProperty)), message: 'is required' };
    }
    case 'anyOf': {
      const branches = (parentSchema?.anyOf as { required?: string[] }[] | undefined) ?? [];
      const names = branches.flatMap(({ required }) => required ?? []);
      return {
        path: join(path, names[0] ?? ''),
        message: `give at least one of ${names.join(', ')}`,
      };
    }
    case 'format':
      return { path, message: formatMessage(error) };
    case 'type':
      return { path, message: `must be ${typeWords(params?.type)}` };
    case 'enum':
      return {
        path,
        message: `must be one of ${(parentSchema?.enum as string[] | undefined)?.join(', ')}`,
      };
    case 'minimum':
    case 'maximum':
      return {
        path,
        message: `must be ${between(parentSchema?.minimum, parentSchema?.maximum)}`,
      };
    case 'minItems':
    case 'maxItems':
      return {
        path,
        message: `must have ${entries(parentSchema?.minItems, parentSchema?.maxItems)}`,
      };
    case 'additionalProperties':
      return {
        path: join(path, shownName(String(params?.additionalProperty))),
        message: 'is not a known field or parameter',
      };
    case 'minLength':
      return { path, message: 'must not be empty' };
    case 'maxLength':
      return { path, message: `must have at most ${params?.limit} characters` };
    default:
      return { path, message: 'is not acceptable' };
  }
}

/** A schema may have one of two bounds only. */
function between(minimum: unknown, maximum: unknown): string {
  if (maximum === undefined) return `at least ${minimum}`;
  return minimum === undefined ? `at most ${maximum}` : `between ${minimum} and ${maximum}`;
}

function entries(min: unknown, max: unknown): string {
  const bounds = min === undefined || max === undefined ? between(min, max) : `${min} to ${max}`;
  return `${bounds} entries`;
}

/** Blank counts as absent. */
function formatMessage(error: SchemaError): string {
  if (typeof error.data === 'string' && error.data.trim() === '') return 'is required';
  const name = String(error.params?.format);
  return name in schemaFormats ? schemaFormats[name as FormatName].message : 'is not acceptable';
}

/** `/domains/3` becomes `domains[3]`, `/contact/email` becomes `contact.email`. */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Where null is allowed, the type is a list. */
function typeWords(type: unknown): string {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  return names.map((name) => (name === 'null' ? 'null' : article(String(name)))).join(' or ');
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
