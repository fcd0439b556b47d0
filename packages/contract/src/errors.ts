/**
 * Every error code with its status, its meaning and what to do. /help/errors shows this table, and a
 * test compares docs/errors.md with it.
 */
import { creditErrors } from './errors/credits.ts';
import { domainErrors } from './errors/domains.ts';
import { peopleErrors } from './errors/people.ts';
import { requestErrors } from './errors/requests.ts';

export type { ErrorDefinition } from './errors/shape.ts';

export const errors = {
  ...requestErrors,
  ...peopleErrors,
  ...domainErrors,
  ...creditErrors,
} as const;

export type ErrorCode = keyof typeof errors;
