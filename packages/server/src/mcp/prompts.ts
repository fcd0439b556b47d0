/** Prompts for common work: each says which tools to use, in which order, and when to ask the person. */
import type { EndpointName } from '@hostmaster/contract';
import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { EndpointTool } from './tools.ts';

interface Work {
  readonly title: string;
  readonly about: string;
  /** Without them it is not offered, as with `--read-only`. */
  readonly tools: readonly EndpointName[];
  readonly fields: Readonly<Record<string, string>>;
  readonly text: (fields: Readonly<Record<string, string>>) => string;
}

const fieldLengthMax = 300;
const domainField = { domain: 'a domain of the workspace, such as example.com' };

const work: Readonly<Record<string, Work>> = {
  find_and_register: {
    title: 'Find and register a name',
    about:
      'Suggests names for an idea, quotes them, and registers the one that the person chooses.',
    tools: ['quoteDomains', 'registerDomain', 'getAccount'],
    fields: { idea: 'what the name is for' },
    text: ({ idea }) =>
      `Find a domain name for: ${idea}. Suggest up to ten names and ask quoteDomains which are free and what they cost, also in later years. Show prices and the balance from getAccount, and let me choose. Ask me for the registrant. Call registerDomain only for the name that I chose, with the quoted price as maxCredits, then follow it with listRecords until pendingFulfillment is false.`,
  },
  set_up_mail: {
    title: 'Set up mail for a domain',
    about:
      'Plans the records of a mail provider, applies them after consent, and checks the result.',
    tools: ['listTemplates', 'applyTemplate', 'checkMail'],
    fields: { ...domainField, provider: 'who receives the mail' },
    text: ({ domain, provider }) =>
      `Set up mail of ${domain} with ${provider}. Find the template with listTemplates and ask me for its fields. Call applyTemplate with dryRun first, show me what would be added, changed and removed, and apply it only when I agree. Then call checkMail and explain each finding.`,
  },
  change_records: {
    title: 'Change DNS records',
    about:
      'Turns a description into one batch of changes, shows it, applies it, and waits until it is served.',
    tools: ['listRecords', 'changeRecords', 'getPropagation'],
    fields: { ...domainField, change: 'what should be different' },
    text: ({ domain, change }) =>
      `Change the DNS records of ${domain}: ${change}. Read them with listRecords. Show me what will be created, changed and deleted, and apply it with one changeRecords when I agree. Then call getPropagation with wait until every nameserver has the change.`,
  },
  review_expiry: {
    title: 'Review what expires soon',
    about:
      'Lists names that expire soon, with prices, and says what happens to each without action.',
    tools: ['listDomains', 'quoteDomains', 'getAccount'],
    fields: { days: 'how far to look ahead' },
    text: ({ days }) =>
      `Which of my domains expire within ${days} days? Use listDomains, and quoteDomains with the kind renew for their prices. Say for each whether it renews by itself, whether the balance from getAccount covers all of that, and what I should decide. Change nothing.`,
  },
  explain_changes: {
    title: 'Explain what changed',
    about: 'Explains the latest changes of a zone: who made them, when, and how to undo them.',
    tools: ['listRevisions', 'compareRevisions', 'listEvents'],
    fields: domainField,
    text: ({ domain }) =>
      `What changed at ${domain} lately, and who did it? Use listRevisions and compareRevisions for its records, and listEvents for everything else. Tell me which revision to restore if I want to undo a change. Change nothing.`,
  },
};

/** Those for which every tool is offered. */
export function listPrompts(tools: readonly EndpointTool[]): Prompt[] {
  const offered = new Set(tools.map(({ name }) => name));
  return Object.entries(work)
    .filter(([, { tools: needed }]) => needed.every((name) => offered.has(name)))
    .map(([name, { title, about, fields }]) => ({
      name,
      title,
      description: about,
      arguments: Object.entries(fields).map(([field, description]) => ({
        name: field,
        description,
        required: true,
      })),
    }));
}

export function getPrompt(
  tools: readonly EndpointTool[],
  { name, arguments: input = {} }: { name: string; arguments?: Record<string, string> | undefined },
): GetPromptResult {
  const prompt = listPrompts(tools).find((each) => each.name === name);
  const found = prompt === undefined ? undefined : work[prompt.name];
  if (found === undefined) throw invalid('There is no such prompt.');
  for (const field of Object.keys(found.fields)) {
    const { length } = input[field] ?? '';
    if (length === 0) throw invalid(`${field} is missing.`);
    if (length > fieldLengthMax) throw invalid(`${field} is longer than ${fieldLengthMax}.`);
  }
  const text = found.text(input);
  return {
    description: found.about,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
