/** A tool of the Model Context Protocol for each endpoint without a file, derived from the contract. */
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  errors,
  schemaFormats,
} from '@hostmaster/contract';
import type { Tool } from '@modelcontextprotocol/server';

export interface EndpointTool {
  readonly name: EndpointName;
  readonly definition: Tool;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
}

type Schema = Record<string, unknown>;

/** They only ask, although their input is too long for a query. */
const questions: ReadonlySet<EndpointName> = new Set(['checkDomains', 'quoteDomains']);

/** They debit credits, so a price that was quoted before must come with them. */
export const purchases: ReadonlySet<EndpointName> = new Set([
  'registerDomain',
  'renewDomain',
  'createTransfer',
  'restoreDomain',
  'startBulk',
]);

/** What they replace or give away cannot be had back by the same tool. */
const destructive: ReadonlySet<EndpointName> = new Set([
  ...purchases,
  'replaceNameservers',
  'replaceContact',
  'updateTransferLock',
  'issueAuthCode',
  'restoreRevision',
  'rotateWebhookSecret',
]);

export function endpointTools(options: { readonly isReadOnly: boolean }): readonly EndpointTool[] {
  const names = (Object.keys(endpoints) as EndpointName[]).filter(hasNoFile);
  return names.map(toolOf).filter((tool) => tool.isReadOnly || !options.isReadOnly);
}

/** An assistant reads structured results. */
function hasNoFile(name: EndpointName): boolean {
  const { mediaType }: Endpoint = endpoints[name];
  return mediaType === undefined;
}

function toolOf(name: EndpointName): EndpointTool {
  const endpoint: Endpoint = endpoints[name];
  const isReadOnly = endpoint.method === 'GET' || questions.has(name);
  const isDestructive = endpoint.method === 'DELETE' || destructive.has(name);
  return {
    name,
    isReadOnly,
    isDestructive,
    definition: {
      name,
      title: endpoint.summary,
      description: descriptionOf(name, endpoint),
      inputSchema: inputSchemaOf(name, endpoint) as Tool['inputSchema'],
      outputSchema: plain(endpoint.response) as NonNullable<Tool['outputSchema']>,
      annotations: {
        title: endpoint.summary,
        readOnlyHint: isReadOnly,
        destructiveHint: isDestructive,
        idempotentHint: endpoint.method !== 'POST',
        openWorldHint: true,
      },
    },
  };
}

function descriptionOf(name: EndpointName, { summary, errors: codes }: Endpoint): string {
  const price = purchases.has(name)
    ? ' Spends credits: call quoteDomains first, show the price to the person, and send it as maxCredits.'
    : '';
  const refusals = codes.map((code) => `${code} (${errors[code].meaning})`).join(' ');
  return `${summary}.${price}${refusals === '' ? '' : ` Refusals: ${refusals}`}`;
}

/** Parts of the path, the query and the body as one object. */
function inputSchemaOf(name: EndpointName, { path, query, body }: Endpoint): Schema {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const parts = [query, body].flatMap((part) => (part === undefined ? [] : [plain(part)]));
  const properties = Object.assign(
    Object.fromEntries(params.map((param) => [param, { type: 'string', maxLength: 300 }])),
    ...parts.map((part) => part.properties),
  ) as Schema;
  const required = [
    ...params,
    ...parts.flatMap((part) => (part.required ?? []) as string[]),
    ...(purchases.has(name) ? ['maxCredits'] : []),
  ];
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Without formats of our own, which validators of clients do not know. */
function plain(schema: object): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === 'format' && typeof value === 'string' && Object.hasOwn(schemaFormats, value)
      ? undefined
      : value,
  );
  return JSON.parse(text) as Schema;
}
