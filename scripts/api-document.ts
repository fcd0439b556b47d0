/** docs/api.md: every endpoint and error with its example in curl, the SDK and the command line, from the contract. */
import {
  type ApiErrorCode,
  type Endpoint,
  type EndpointName,
  type ErrorLines,
  endpoints,
  errorAnswer,
  errorExamples,
  errorLines,
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

Written by \`npm run api-document\` from the [contract](../packages/contract/src/endpoints.ts); tests run the examples of [endpoints](../test/docs/api-examples.test.ts) and of [errors](../test/docs/error-examples.test.ts). \`/reference\` of a running service has the fields as well. [Errors](errors.md) says what each code means, [versions](versioning.md) what stays as it is.

Examples with curl and on the command line read the key from \`HOSTMASTER_API_KEY\`, and the command the address from \`HOSTMASTER_URL\`; \`hostmaster login\` stores both. Examples of the [SDK](../packages/sdk/README.md) begin with:

\`\`\`ts
import { createClient } from '@hostmaster/sdk';

const client = createClient({ baseUrl: '${serviceUrl}', apiKey });
\`\`\`

Every endpoint may also answer ${sharedErrors.map(errorText).join(', ')}.

${groups.join('\n')}
## Errors

One request for each error. The SDK throws a \`HostmasterError\` with this \`code\`; the command prints the message and ends with an [exit code](commands.md) of its own for refusals, keys, prices and a service that is away. Requests that neither of them sends are shown with curl only.

${(Object.keys(errorExamples) as ApiErrorCode[]).map(errorSection).join('\n')}`;
}

function endpointSection(name: EndpointName): string {
  const { method, path, summary, errors: codes }: Endpoint = endpoints[name];
  const refusals = codes.length === 0 ? '' : `\nErrors: ${codes.map(errorText).join(', ')}.\n`;
  return `### ${name}

\`${method} ${path}\`: ${summary}.

${codeBlocks(exampleLines(name, serviceUrl))}
${answerBlock(examples[name].response)}
${refusals}`;
}

function answerBlock(answer: unknown): string {
  if (answer === null) return 'The answer is the file.';
  const [language, text] =
    typeof answer === 'string'
      ? ['csv', answer.trimEnd().replaceAll('\r\n', '\n')]
      : ['json', JSON.stringify(answer)];
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function errorSection(code: ApiErrorCode): string {
  return `### ${code}

${errors[code].status}: ${errors[code].meaning} Here: ${errorExamples[code].when}

${codeBlocks(errorLines(code, serviceUrl))}
\`\`\`json
${JSON.stringify(errorAnswer(code))}
\`\`\`
`;
}

function codeBlocks({ curl, sdk, command }: ErrorLines): string {
  const blocks = [
    ['sh', curl],
    ['ts', sdk],
    ['sh', command],
  ] as const;
  return blocks
    .filter(([, lines]) => lines !== undefined)
    .map(([language, lines]) => `\`\`\`${language}\n${lines}\n\`\`\`\n`)
    .join('\n');
}

function errorText(code: keyof typeof errors): string {
  return `${errors[code].status} \`${code}\``;
}
