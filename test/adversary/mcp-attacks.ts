/**
 * The most expensive messages to the tools of the Model Context Protocol: a call is an operation of the
 * API whose body and answer are held in memory. The operations themselves are attacked over the API.
 */
import { limits } from '@hostmaster/contract';
import { type Attack, httpAttack, type Input } from './attack.ts';
import { wideValue } from './world.ts';

/** The bytes that a message may have. */
const bytesMax = 256 * 1024;
const longText = 'x'.repeat(250_000);

const message = (method: string, params: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method, params },
});
const call = (name: string, input: object) => message('tools/call', { name, arguments: input });

const messages: Readonly<Record<string, Input>> = {
  'the list of tools': () => message('tools/list'),
  // Larger than a tool may answer.
  'a whole zone': ({ zones }) => call('listRecords', { domain: zones.wide }),
  'a large page': () => call('listEvents', { limit: limits.eventsPageMax }),
  'a large batch': ({ zones }, { index }) =>
    call('changeRecords', {
      domain: zones.busy,
      creates: Array.from({ length: 60 }, (_, record) => ({
        ...{ type: 'TXT', name: `mcp-${index}-${record}`, value: wideValue(String(index)) },
      })),
    }),
  'the list of zones': () => message('resources/list'),
  'a zone as a resource': ({ zones }) =>
    message('resources/read', { uri: `hostmaster://zones/${zones.wide}` }),
  'events as a resource': () => message('resources/read', { uri: 'hostmaster://events' }),
  'a prompt': () =>
    message('prompts/get', {
      name: 'explain_changes',
      arguments: { domain: longText },
    }),
  'an unknown tool': () => call(longText, {}),
};

export const mcpAttacks: readonly Attack[] = Object.entries(messages).map(([name, input]) =>
  httpAttack(
    {
      name: `MCP: ${name}`,
      ...{ method: 'POST', path: '/mcp', takesBody: true, cost: 'page', as: 'key' },
      bodyBytesMax: bytesMax,
      headers: { accept: 'application/json, text/event-stream' },
    },
    input,
  ),
);
