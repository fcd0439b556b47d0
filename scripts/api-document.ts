/** docs/api.md: every endpoint and its example in curl, the SDK and the command line, from the contract. */
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  errors,
  exampleLines,
  examples,
  sharedErrors,
  tagOf,
  tags,
} from '@hostmaster/contract';

const serviceUrl = 'https://names.example.net';

export const apiDocumentFile = 'docs/api.md';

export function apiDocument(): string {
  const groups = Object.entries(tags).map(([tag, about]) => {
    const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => tagOf[name] === tag);
    return `## ${tag}\n\n${about}\n\n${names.map(endpointSection).join('\n')}`;
  });
  return `# The API, endpoint by endpoint

Written by \`npm run api-document\` from the [contract](../packages/contract/src/endpoints.ts); a test [runs every example](../test/docs/api-examples.test.ts). \`/reference\` of a running service has the fields as well. [Errors](errors.md) says what each code means, [versions](versioning.md) what stays as it is.

Examples with curl and on the command line read the key from \`HOSTMASTER_API_KEY\`, and the command the address from \`HOSTMASTER_URL\`; \`hostmaster login\` stores both. Examples of the [SDK](../packages/sdk/README.md) begin with:

\`\`\`ts
import { createClient } from '@hostmaster/sdk';

const client = createClient({ baseUrl: '${serviceUrl}', apiKey });
\`\`\`

Every endpoint may also answer ${sharedErrors.map(errorText).join(', ')}.

${groups.join('\n')}`;
}

function endpointSection(name: EndpointName): string {
  const { method, path, summary, errors: codes }: Endpoint = endpoints[name];
  const { curl, sdk, command } = exampleLines(name, serviceUrl);
  const refusals = codes.length === 0 ? '' : `\nErrors: ${codes.map(errorText).join(', ')}.\n`;
  return `### ${name}

\`${method} ${path}\`: ${summary}.

\`\`\`sh
${curl}
\`\`\`

\`\`\`ts
${sdk}
\`\`\`

\`\`\`sh
${command}
\`\`\`

\`\`\`json
${JSON.stringify(examples[name].response)}
\`\`\`
${refusals}`;
}

function errorText(code: keyof typeof errors): string {
  return `${errors[code].status} \`${code}\``;
}
