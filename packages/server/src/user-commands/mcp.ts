/** hostmaster mcp: the tools of a service on standard input and output, for a program that starts this one. */
import { createClient } from '@hostmaster/sdk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { systemClock } from '../base/clock.ts';
import { programVersion } from '../base/program-files.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import { endpointTools } from '../mcp/tools.ts';
import { clockWarning } from './explain-failure.ts';
import { createServiceFetch, type ServiceFetch } from './service-fetch.ts';
import { examplesText, findConnection, type UserFlags } from './session.ts';

interface McpFlags extends UserFlags {
  readonly readOnly?: boolean;
}

export function registerMcp(program: Command): void {
  program
    .command('mcp')
    .description('offer a service to programs that speak the Model Context Protocol, over stdio')
    .option('--url <url>', 'address of the service (HOSTMASTER_URL)')
    .option('--read-only', 'offer only tools that change nothing')
    .addHelpText('after', examplesText(['mcp --read-only', 'mcp --url https://names.example.net']))
    .action(serve);
}

async function serve(flags: McpFlags): Promise<void> {
  const { url, apiKey } = findConnection(flags);
  const fetch = warnOfClock(createServiceFetch(systemClock));
  const client = createClient({ baseUrl: url, apiKey, fetch });
  const tools = endpointTools({ isReadOnly: flags.readOnly === true });
  serveStdio(() => createMcpServer({ client, version: programVersion, tools }));
}

/** Once, on standard error: the program that has started this one keeps that. */
function warnOfClock({ fetch, skewMs }: ServiceFetch): ServiceFetch['fetch'] {
  let isWarned = false;
  return async (url, init) => {
    try {
      return await fetch(url, init);
    } finally {
      const skew = skewMs();
      if (skew !== null && !isWarned) console.error(`Warning: ${clockWarning(skew)}`);
      isWarned ||= skew !== null;
    }
  };
}
