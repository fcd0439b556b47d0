/** Changes of several records at once, and the history of a zone. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import type { FormatName } from '../schema-formats.ts';
import {
  atLeastOneOf,
  changedRecord,
  limits,
  newRecord,
  nextCursor,
  nullable,
  pageCursor,
  pageLimit,
  pendingFulfillment,
  record,
  recordProblemCodes,
  timestamp,
} from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const recordId = Type.String({
  format: 'line' satisfies FormatName,
  description: 'The id of a record of this domain.',
});

const revisionNumber = Type.Integer({
  minimum: 0,
  maximum: 2 ** 31 - 1,
  description: 'Counts the changes of the zone; 0 is the zone before the first.',
  examples: [17],
});

function edits<T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) {
  return Type.Optional(
    Type.Array(item, { minItems: 0, maxItems: limits.batchEditsMax, description }),
  );
}

/** The answer to a batch and to a restore. */
const changed = Type.Object(
  {
    created: Type.Array(record),
    updated: Type.Array(record),
    deleted: Type.Array(recordId),
    revision: revisionNumber,
    pendingFulfillment,
  },
  { title: 'RecordChanges' },
);

export const revision = Type.Object(
  {
    revision: revisionNumber,
    at: timestamp('When the change was made.'),
    actor: Type.Object(
      {
        kind: Type.Enum(['api_key', 'user', 'update_key', 'operator', 'system'], {
          type: 'string',
          title: 'ActorKind',
        }),
        id: Type.String(),
      },
      { title: 'Actor', description: 'Who made the change.' },
    ),
    via: Type.Enum(
      ['api', 'dashboard', 'dns_update', 'zone_file', 'restore', 'powerdns', 'command', 'system'],
      { type: 'string', title: 'Edge', description: 'How the change came in.' },
    ),
    added: Type.Integer({ description: 'Records that are new.' }),
    changed: Type.Integer({ description: 'Records that are different.' }),
    removed: Type.Integer({ description: 'Records that are gone.' }),
    nameservers: Type.Optional(
      Type.Object(
        { before: Type.Array(Type.String()), after: Type.Array(Type.String()) },
        { description: 'Present when the nameservers changed.' },
      ),
    ),
  },
  { title: 'Revision' },
);

const recordChange = Type.Object(
  {
    kind: Type.Enum(['added', 'changed', 'removed'], { type: 'string' }),
    before: Type.Optional(record),
    after: Type.Optional(record),
  },
  { title: 'RecordChange' },
);

const problem = Type.Object(
  {
    recordId: Type.String({ description: 'The id of the record.' }),
    name: record.properties.name,
    type: record.properties.type,
    code: Type.Enum([...recordProblemCodes], {
      type: 'string',
      description: 'The reason, for programs. Later versions may add others.',
    }),
    message: Type.String({
      description: 'What is published instead, or why nothing is, for people to read.',
      examples: ['not published: A or AAAA records at the same name take precedence'],
    }),
  },
  { title: 'RecordProblem' },
);

export const changeEndpoints = {
  changeRecords: {
    ...apiPaths.changeRecords,
    summary: 'Create, change and delete DNS records, all or nothing',
    act: 'dns.change',
    idempotent: true,
    conditional: true,
    body: Type.Object(
      {
        creates: edits(Type.Object(newRecord), 'New records.'),
        updates: edits(
          Type.Object({ id: recordId, ...changedRecord }, atLeastOneOf(Object.keys(changedRecord))),
          'Records to change; only the given fields do.',
        ),
        deletes: edits(Type.Object({ id: recordId }), 'Records to delete.'),
      },
      {
        ...atLeastOneOf(['creates', 'updates', 'deletes']),
        description: `At most ${limits.batchEditsMax} edits, one for each record.`,
      },
    ),
    bodyBytesMax: limits.batchBytesMax,
    response: changed,
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'record_not_found',
      'precondition_failed',
      'domain_failed',
      'domain_releasing',
      'quota_exceeded',
      'idempotency_key_reused',
    ],
  },
  listRevisions: {
    ...apiPaths.listRevisions,
    summary: 'List the changes of a zone, the newest first',
    act: 'domains.read',
    idempotent: false,
    query: Type.Object({
      limit: pageLimit('Revisions', {
        max: limits.revisionsPerPageMax,
        usual: limits.revisionsPerPageDefault,
      }),
      cursor: pageCursor,
      before: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2 ** 31 - 1,
          description: 'Only older ones: the last revision of the page before.',
          examples: [17],
        }),
      ),
    }),
    response: Type.Object({ revisions: Type.Array(revision), cursor: nextCursor }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found'],
  },
  getRevision: {
    ...apiPaths.getRevision,
    summary: 'Read all records of a zone as they were',
    act: 'domains.read',
    idempotent: false,
    response: Type.Object({
      revision: revisionNumber,
      at: timestamp('When the zone became so.'),
      records: Type.Array(record),
    }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found', 'revision_not_found'],
  },
  compareRevisions: {
    ...apiPaths.compareRevisions,
    summary: 'Compare two versions of a zone',
    act: 'domains.read',
    idempotent: false,
    query: Type.Object({
      from: Type.Optional({
        ...revisionNumber,
        description: 'The version to start from; by default the one before `to`.',
      }),
      to: Type.Optional({
        ...revisionNumber,
        description: 'The version to end at; by default the current one.',
      }),
    }),
    response: Type.Object({ changes: Type.Array(recordChange) }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found', 'revision_not_found'],
  },
  listProblems: {
    ...apiPaths.listProblems,
    summary: 'List records that are stored but not published as they are',
    act: 'domains.read',
    idempotent: false,
    query: Type.Object({ cursor: pageCursor }),
    response: Type.Object({
      problems: Type.Array(problem, {
        description: 'By name. A page may be empty although another one follows.',
      }),
      cursor: nextCursor,
    }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found'],
  },
  getPropagation: {
    ...apiPaths.getPropagation,
    summary: 'Ask whether every nameserver has the latest change, and wait for it',
    act: 'domains.read',
    idempotent: false,
    query: Type.Object({
      wait: Type.Optional(
        Type.String({
          description:
            'How long to wait until all have it, such as `10s`, at most `30s`. Without it the answer comes at once.',
          examples: ['10s'],
        }),
      ),
    }),
    response: Type.Object({
      serial: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Of the zone when the request came in; null while nothing is published.',
      }),
      inSync: Type.Boolean({
        description: 'Whether every secondary has this serial or a later one, and answers.',
      }),
      secondaries: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            serial: Type.Union([Type.Integer(), Type.Null()], {
              description: 'The latest that it has confirmed; null when it has none.',
            }),
            confirmedAt: nullable(timestamp('When it confirmed that serial.')),
            inSync: Type.Boolean({
              description: 'Whether it has the serial, and answers.',
            }),
            reachable: Type.Boolean({
              description: 'False when it has stopped answering, whatever it confirmed before.',
            }),
          },
          { title: 'Propagation' },
        ),
        { description: 'Empty where the built-in nameserver serves the zone alone.' },
      ),
      problems: Type.Array(problem, {
        maxItems: limits.propagationProblemsMax,
        description:
          'Records at the names of the latest change that are not published as they are, the first ones.',
      }),
    }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found', 'too_many_waiting'],
  },
  restoreRevision: {
    ...apiPaths.restoreRevision,
    summary: 'Make the records what they were',
    act: 'dns.change',
    idempotent: true,
    conditional: true,
    body: Type.Object({ revision: revisionNumber }),
    response: changed,
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'revision_not_found',
      'precondition_failed',
      'domain_failed',
      'domain_releasing',
      'quota_exceeded',
      'idempotency_key_reused',
    ],
  },
} as const satisfies Record<string, EndpointShape>;
