/** What a client can attach to a conversation without calling a tool: zones, and the stream of events. */
import { type Client, HostmasterError } from '@hostmaster/sdk';
import {
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type TextResourceContents,
} from '@modelcontextprotocol/server';
import { explainRefusal } from './explain-refusal.ts';

const mimeType = 'application/json';
const eventsUri = 'hostmaster://events';
const zoneUri = (domain: string) => `hostmaster://zones/${encodeURIComponent(domain)}`;
const uriForm = /^hostmaster:\/\/(zones|events)(?:\/([^/?#]{1,1000}))?$/;
const textLengthMax = 1_048_576;

const eventsTitle = 'Events, oldest first';

export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    name: 'zone',
    title: 'Zone of a domain',
    description: 'A domain with its nameservers and all its DNS records.',
    uriTemplate: 'hostmaster://zones/{domain}',
    mimeType,
  },
  {
    name: 'events',
    title: eventsTitle,
    description: 'The events after a cursor, and the cursor of the next page.',
    uriTemplate: `${eventsUri}/{cursor}`,
    mimeType,
  },
];

export async function listResources(client: Client, signal: AbortSignal): Promise<Resource[]> {
  const { domains } = await explained(() => client.listDomains({}, { signal }));
  const zones = domains.map(({ name, status }) => {
    const description = `Nameservers and DNS records; the domain is ${status.replace('_', ' ')}.`;
    return { uri: zoneUri(name), name, title: name, description, mimeType };
  });
  return [{ uri: eventsUri, name: 'events', title: eventsTitle, mimeType }, ...zones];
}

export async function readResource(
  client: Client,
  uri: string,
  signal: AbortSignal,
): Promise<TextResourceContents> {
  const [, kind, part] = uriForm.exec(uri) ?? [];
  const name = part === undefined ? undefined : decoded(part);
  const isZone = kind === 'zones' && name !== undefined;
  if (!isZone && kind !== 'events') throw new ResourceNotFoundError(uri);
  const content = await explained(
    () => (isZone ? readZone(client, name, signal) : readEvents(client, name, signal)),
    uri,
  );
  const text = JSON.stringify(content);
  if (text.length <= textLengthMax) return { uri, mimeType, text };
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The resource is too large for an assistant. Use the API itself.',
  );
}

async function readZone(client: Client, domain: string, signal: AbortSignal): Promise<object> {
  const found = await client.getDomain({ domain }, { signal });
  return { ...found, ...(await client.listRecords({ domain }, { signal })) };
}

async function readEvents(
  client: Client,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<object> {
  return client.listEvents(cursor === undefined ? {} : { cursor }, { signal });
}

/** Refusals of the service as errors of the protocol. */
async function explained<T>(ask: () => Promise<T>, uri?: string): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const reason = explainRefusal(error);
    if (reason === null) throw error;
    const isMissing = error instanceof HostmasterError && error.status === 404;
    if (isMissing && uri !== undefined) throw new ResourceNotFoundError(uri, reason);
    throw new ProtocolError(ProtocolErrorCode.InternalError, reason);
  }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
