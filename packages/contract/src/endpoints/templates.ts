/** Templates: records for a purpose, such as the mail of one provider, planned against a zone. */
import { type Static, Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import {
  limits,
  newRecord,
  nextCursor,
  pageCursor,
  pageLimit,
  pendingFulfillment,
  record,
} from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const fieldName = Type.String({
  pattern: '^[a-z][a-zA-Z0-9]{0,31}$',
  description: 'The name of the field. A record has its value where it says `{name}`.',
});

const field = Type.Object(
  {
    name: fieldName,
    label: Type.String({ minLength: 1, maxLength: 60 }),
    hint: Type.Optional(Type.String({ maxLength: 200, description: 'Where to find the value.' })),
    kind: Type.Enum(['text', 'token', 'label', 'hostname', 'choice'], {
      description:
        '`token` is a code without spaces, `label` a part of a name, `choice` one of `options`.',
    }),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 20 }),
    ),
    default: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'The value where none is given; may have `{domain}` and `{domainDashes}`.',
      }),
    ),
    optional: Type.Optional(
      Type.Boolean({ description: 'Without a value, the records that have it are left out.' }),
    ),
  },
  { title: 'TemplateField' },
);

const templateRecord = Type.Object(
  {
    ...newRecord,
    value: Type.String({ minLength: 1, maxLength: 4_096, description: 'Format as of a record.' }),
    keepsExisting: Type.Optional(
      Type.Boolean({ description: 'Added only where the name has no record of its type.' }),
    ),
  },
  {
    title: 'TemplateRecord',
    description:
      'A record; name and value may have fields, `{domain}` and `{domainDashes}`, the domain with `-` for `.`.',
  },
);

export const template = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', examples: ['google-workspace'] }),
    title: Type.String({ minLength: 1, maxLength: 60 }),
    summary: Type.String({ maxLength: 300 }),
    fields: Type.Array(field, { maxItems: limits.templateFieldsMax }),
    records: Type.Array(templateRecord, { minItems: 1, maxItems: limits.templateRecordsMax }),
  },
  { title: 'Template' },
);

const listedTemplate = Type.Object(
  {
    ...template.properties,
    source: Type.Enum(['built_in', 'operator', 'workspace'], {
      description:
        'Whose template it is. One of the workspace takes the place of others with its id.',
    }),
  },
  { title: 'ListedTemplate' },
);

const { id: _, ...savedFields } = template.properties;

export type Template = Static<typeof template>;
export type TemplateField = Static<typeof field>;

/** Parameters of one application; bulk operations take the same ones. */
export const templateSettings = {
  fields: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 2_048 }), {
      maxProperties: limits.templateFieldsMax,
      description: 'The values of the fields of the template, by name.',
    }),
  ),
  replace: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Deletes the records that are in conflict; without it they are a refusal.',
    }),
  ),
};

const plannedRecord = Type.Object({
  type: record.properties.type,
  name: record.properties.name,
  ttl: record.properties.ttl,
  value: record.properties.value,
});

const plan = Type.Object(
  {
    added: Type.Array(plannedRecord),
    changed: Type.Array(Type.Object({ before: record, after: record })),
    conflicts: Type.Array(
      Type.Object({
        message: Type.String({ description: 'What is in the way, for people to read.' }),
        records: Type.Array(record, { description: 'Deleted where `replace` is true.' }),
      }),
    ),
    unchanged: Type.Integer({ description: 'Records of the template that the zone has already.' }),
  },
  { title: 'TemplatePlan' },
);

export const templateEndpoints = {
  listTemplates: {
    ...apiPaths.listTemplates,
    summary: 'List the templates that can be applied to a zone',
    act: 'domains.read',
    idempotent: false,
    query: Type.Object({
      limit: pageLimit('Templates', { max: limits.templatesPageMax }),
      cursor: pageCursor,
    }),
    response: Type.Object({ templates: Type.Array(listedTemplate), cursor: nextCursor }),
    errors: ['invalid_request', 'malformed_body'],
  },
  saveTemplate: {
    ...apiPaths.saveTemplate,
    summary: 'Add a template of the workspace, or replace it',
    act: 'workspace.manage',
    idempotent: false,
    body: Type.Object(savedFields),
    response: Type.Object({ template: listedTemplate }),
    errors: [...bodyErrors, 'quota_exceeded'],
  },
  deleteTemplate: {
    ...apiPaths.deleteTemplate,
    summary: 'Delete a template of the workspace',
    act: 'workspace.manage',
    idempotent: false,
    response: Type.Object({ success: Type.Literal(true) }),
    errors: ['invalid_request', 'malformed_body', 'template_not_found'],
  },
  applyTemplate: {
    ...apiPaths.applyTemplate,
    summary: 'Apply a template to a zone, all or nothing, or plan it with `dryRun`',
    act: 'dns.change',
    idempotent: true,
    conditional: true,
    body: Type.Object({
      ...templateSettings,
      dryRun: Type.Optional(
        Type.Boolean({ default: false, description: 'Answers the plan and changes nothing.' }),
      ),
    }),
    response: Type.Object({
      plan,
      applied: Type.Boolean({ description: 'False for a plan, and where nothing was to change.' }),
      revision: Type.Integer({ description: 'The revision of the zone after it.' }),
      pendingFulfillment,
    }),
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'template_not_found',
      'precondition_failed',
      'domain_failed',
      'domain_releasing',
      'template_conflict',
      'quota_exceeded',
      'idempotency_key_reused',
    ],
  },
} as const satisfies Record<string, EndpointShape>;
