/** Answers as JSON by the contract's schemas, compiled by the first answer of each endpoint. */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { formats } from './validation.ts';

export function createSerializerCompiler(): FastifySerializerCompiler<unknown> {
  const compile = SerializerSelector()({}, { ajv: { formats } });
  return ({ httpStatus = '', ...route }) => {
    let serialize: ReturnType<typeof compile> | null = null;
    return (answer: unknown) => {
      serialize ??= compile({ ...route, httpStatus });
      return serialize(answer);
    };
  };
}
