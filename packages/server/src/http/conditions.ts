/** Reads If-Match and If-None-Match (RFC 9110, section 13). */
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../base/errors.ts';
import type { VersionList } from '../operations/operation.ts';

const tagsMax = 20;
const tagPattern = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/;

/** Compared strongly: a weak tag equals none. Undefined when the header is absent. */
export function expectedVersions(request: FastifyRequest): VersionList | undefined {
  return readTags(request, 'if-match', 'If-Match');
}

/** Compared weakly. */
export function knownVersions(request: FastifyRequest): VersionList | undefined {
  const tags = readTags(request, 'if-none-match', 'If-None-Match');
  return Array.isArray(tags) ? tags.map((tag: string) => tag.replace(/^W\//, '')) : tags;
}

function readTags(request: FastifyRequest, header: string, name: string): VersionList | undefined {
  const value = request.headers[header];
  if (value === undefined) return undefined;
  const text = String(value).trim();
  if (text === '*') return 'any';
  const tags = text.split(',').map((tag) => tag.trim());
  if (tags.length > tagsMax || !tags.every((tag) => tagPattern.test(tag))) {
    const message = `must be * or up to ${tagsMax} entity tags in double quotes`;
    throw invalidRequest({ path: name, message });
  }
  return tags;
}
