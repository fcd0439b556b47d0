/** Publication of a zone, and import and export of zone files. */
import { Type } from 'typebox';
import { revision } from '../endpoints/changes.ts';
import { bodyErrors } from '../endpoints.ts';
import { newRecord } from '../schemas.ts';
import { dashboardPaths } from './paths.ts';
import {
  type DashboardEndpoint,
  dashboardLimits,
  namedActor,
  nullable,
  oneOf,
  text,
  time,
} from './schemas.ts';

const plannedRecord = Type.Object({ name: text, type: text, ttl: Type.Integer(), value: text });
const line = Type.Integer();

/** Each list has its first items; `counts` has the number of all. */
const plan = Type.Object({
  counts: Type.Object({
    added: Type.Integer(),
    changed: Type.Integer(),
    removed: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Integer(),
    notes: Type.Integer(),
  }),
  added: Type.Array(Type.Object({ ...plannedRecord.properties, line })),
  changed: Type.Array(Type.Object({ id: text, line, before: plannedRecord, after: plannedRecord })),
  /** Only in mirror mode. */
  removed: Type.Array(Type.Object({ ...plannedRecord.properties, id: text })),
  refused: Type.Array(Type.Object({ line, column: Type.Integer(), record: text, reason: text })),
  notes: Type.Array(Type.Object({ line, note: text })),
});

const zoneFile = {
  /**
   * Not empty, and at most `zoneFileBytesMax` long. The handler checks that: a schema's length is in
   * code points, and counting those of a large file takes milliseconds.
   */
  text: Type.String(),
  /** `merge` adds and alters; `mirror` also removes what the file lacks. */
  mode: Type.Optional(oneOf(['merge', 'mirror'])),
};

export const zoneEndpoints = {
  getPublication: {
    ...dashboardPaths.getPublication,
    summary: 'The serial of the zone, what each secondary serves, and warnings',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    response: Type.Object({
      /** Null while nothing is published. */
      serial: nullable(Type.Integer()),
      changedAt: nullable(time),
      secondaries: Type.Array(
        Type.Object({
          name: text,
          serial: nullable(Type.Integer()),
          isCurrent: Type.Boolean(),
          /** False when it has stopped answering. */
          isReachable: Type.Boolean(),
          seenAt: nullable(time),
          /** Why it is behind, or answers wrongly; null when all is well. */
          problem: nullable(text),
        }),
      ),
      /** The first ones. The record is null when the warning is about the whole zone. */
      warnings: Type.Array(Type.Object({ recordId: nullable(text), message: text }), {
        maxItems: dashboardLimits.warningsMax,
      }),
      warningCount: Type.Integer(),
      /** What names and values of the records take; null where they were not counted yet. */
      recordBytes: nullable(Type.Integer()),
      recordBytesMax: Type.Integer(),
    }),
    errors: ['malformed_body', 'domain_not_found'],
  },
  previewRecord: {
    ...dashboardPaths.previewRecord,
    summary: 'What would not be published if a record were saved',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    body: Type.Object({
      ...newRecord,
      name: Type.String(),
      ttl: Type.Integer(),
      /** The record that is edited. */
      recordId: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Type.Object({
      /** Null when the problem is one of the record itself. */
      problems: Type.Array(Type.Object({ recordId: nullable(text), message: text })),
    }),
    errors: [...bodyErrors, 'domain_not_found'],
  },
  listHistory: {
    ...dashboardPaths.listHistory,
    summary: 'The changes of the zone with the names of their actors, newest first, in pages',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    query: Type.Object({
      /** `next` of the page before. */
      before: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
    }),
    response: Type.Object({
      revisions: Type.Array(Type.Object({ ...revision.properties, actor: namedActor })),
      next: nullable(text),
      /** What all revisions take. A change that needs more deletes the oldest. */
      bytes: Type.Integer(),
      bytesMax: Type.Integer(),
    }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found'],
  },
  planZoneImport: {
    ...dashboardPaths.planZoneImport,
    summary: 'What importing a zone file would change',
    access: 'workspace',
    act: 'dns.change',
    idempotent: false,
    body: Type.Object(zoneFile),
    bodyBytesMax: dashboardLimits.zoneFileBytesMax + 64 * 1024,
    response: Type.Object({ plan, planHash: text }),
    errors: [...bodyErrors, 'domain_not_found', 'domain_failed', 'domain_releasing'],
  },
  applyZoneImport: {
    ...dashboardPaths.applyZoneImport,
    summary: 'Import a zone file as it was planned',
    access: 'workspace',
    act: 'dns.change',
    idempotent: false,
    body: Type.Object({ ...zoneFile, planHash: Type.String({ minLength: 1, maxLength: 100 }) }),
    bodyBytesMax: dashboardLimits.zoneFileBytesMax + 64 * 1024,
    response: Type.Object({
      added: Type.Integer(),
      changed: Type.Integer(),
      removed: Type.Integer(),
    }),
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'domain_failed',
      'domain_releasing',
      'plan_outdated',
      'quota_exceeded',
    ],
  },
  exportZone: {
    ...dashboardPaths.exportZone,
    summary: 'The records as a zone file',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    response: text,
    mediaType: 'text/dns',
    errors: ['malformed_body', 'domain_not_found'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
