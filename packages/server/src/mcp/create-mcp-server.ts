/**
 * Hostmaster for programs that speak the Model Context Protocol. Each call of a tool is a call of the API
 * with the permissions of the key. Clients that can ask a person do so before a destructive tool.
 */
import type { Client } from '@hostmaster/sdk';
import {
  acceptedContent,
  type CallToolResult,
  inputRequired,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { explainRefusal } from './explain-refusal.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import type { EndpointTool } from './tools.ts';

export interface McpOptions {
  readonly client: Client;
  readonly version: string;
  /** Made once, because `/mcp` has a server for each message. */
  readonly tools: readonly EndpointTool[];
}

/** A model reads no more; the rest is in the structured result. */
const textLengthMax = 20_000;
const resultLengthMax = 1_048_576;
/** No tool has a longer name. */
const nameLengthMax = 100;

const instructions =
  'Hostmaster registers domains and serves their DNS. Names are such as example.com. Purchases need maxCredits: ask quoteDomains for the price first. Changes of records are saved at once; getPropagation with wait says when all nameservers have them.';

export function createMcpServer({ client, version, tools }: McpOptions): Server {
  const server = new Server(
    { name: 'hostmaster', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  answerResources(server, client);
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(tools) }));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(tools, params));
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ definition }) => definition),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      return failure(`There is no tool ${params.name.slice(0, nameLengthMax)}.`);
    const input = params.arguments ?? {};
    const missing = missingOf(tool, input);
    if (missing !== undefined) return failure(`${missing} is missing.`);
    if (tool.isDestructive && server.getClientCapabilities()?.elicitation !== undefined) {
      const answer = consentOf(context);
      if (answer === undefined) return askFor(tool, input);
      if (!answer) return failure('The person did not agree. Nothing was changed.');
    }
    return callTool(client, tool, { input, signal: context.mcpReq.signal });
  });
  return server;
}

function answerResources(server: Server, client: Client): void {
  server.setRequestHandler('resources/list', async (_, { mcpReq }) => ({
    resources: await listResources(client, mcpReq.signal),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resourceTemplates],
  }));
  server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => ({
    contents: [await readResource(client, params.uri, mcpReq.signal)],
  }));
}

async function callTool(
  client: Client,
  { name }: EndpointTool,
  { input, signal }: { readonly input: object; readonly signal: AbortSignal },
): Promise<CallToolResult> {
  try {
    const method = client[name] as (input: object, options: object) => Promise<object>;
    const answer = await method(input, { signal });
    const text = JSON.stringify(answer);
    if (text.length > resultLengthMax) {
      return failure('The answer is too large for a tool. Ask for a smaller page.');
    }
    const shown = text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text;
    return {
      content: [{ type: 'text', text: shown }],
      structuredContent: answer as Record<string, unknown>,
    };
  } catch (error) {
    const reason = explainRefusal(error);
    if (reason === null) throw error;
    return failure(reason);
  }
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** The service checks values; a purchase without its price must not get that far. */
function missingOf({ definition }: EndpointTool, input: object): string | undefined {
  return definition.inputSchema.required?.find((name) => !Object.hasOwn(input, name));
}

function askFor({ definition }: EndpointTool, input: object) {
  return inputRequired({
    inputRequests: {
      consent: inputRequired.elicit({
        message: `${definition.title}: ${JSON.stringify(input).slice(0, 1_000)}`,
        requestedSchema: {
          type: 'object',
          properties: { agree: { type: 'boolean', title: 'Do it' } },
          required: ['agree'],
        },
      }),
    },
  });
}

/** Undefined until the person was asked. */
function consentOf({ mcpReq }: ServerContext): boolean | undefined {
  if (mcpReq.inputResponses?.consent === undefined) return undefined;
  const content = acceptedContent<{ agree: boolean }>(mcpReq.inputResponses, 'consent');
  return content?.agree === true;
}
