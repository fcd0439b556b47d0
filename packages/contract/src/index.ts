/** The Hostmaster API as data. */
export { type BulkKind, bulkKinds } from './endpoints/bulk.ts';
export type { Template, TemplateField } from './endpoints/templates.ts';
export * from './endpoints.ts';
export { type ApiErrorCode, errorExamples } from './error-examples.ts';
export * from './errors.ts';
export * from './events.ts';
export {
  type ErrorLines,
  type ExampleLines,
  type ExampleRequest,
  errorAnswer,
  errorLines,
  errorRequest,
  exampleLines,
  exampleRequest,
} from './example-lines.ts';
export { type Example, examples } from './examples.ts';
export * from './formats.ts';
export * from './openapi.ts';
export * from './schema-formats.ts';
export { limits, type RecordProblemCode, recordProblemCodes } from './schemas.ts';
export { type Tag, tagOf, tags } from './tags.ts';
