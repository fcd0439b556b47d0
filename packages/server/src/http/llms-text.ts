/** /llms.txt: where an assistant finds what this service can do, and each endpoint in a line. */
import { type Endpoint, endpoints } from '@hostmaster/contract';
import type { FastifyInstance } from 'fastify';
import { fixedAnswer } from './fixed-answer.ts';

export function registerLlmsText(app: FastifyInstance, publicUrl: string): void {
  app.get(
    '/llms.txt',
    fixedAnswer('text/plain; charset=utf-8', () => llmsText(publicUrl)),
  );
}

function llmsText(publicUrl: string): string {
  const lines = Object.entries(endpoints).map(([name, endpoint]) => {
    const { method, path, summary }: Endpoint = endpoint;
    return `- [${name}](${publicUrl}/reference): \`${method} ${path}\`. ${summary}.`;
  });
  return `# Hostmaster

> A domain registrar and DNS service behind one REST API. Requests need an API key in the \`x-api-key\` header. Purchases take \`maxCredits\`: ask \`POST /v1/domains/quote\` for the price first. A POST with an \`Idempotency-Key\` header is carried out once.

- [OpenAPI document](${publicUrl}/openapi.json): every endpoint with its schemas, errors and examples
- [Reference](${publicUrl}/reference): the same for people
- [Error codes](${publicUrl}/help/errors): what each means and what to do
- [Model Context Protocol](${publicUrl}/mcp): a tool for each endpoint that answers with JSON, over streamable HTTP with an API key

## Endpoints

${lines.join('\n')}
`;
}
