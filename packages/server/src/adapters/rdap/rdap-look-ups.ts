/** Looks names up at the RDAP servers of their registries. */
import { type CallLimit, OutsideCallError, outsideCall } from '../../base/outside-call.ts';
import { rdapServerOf } from '../../rdap/bootstrap.ts';
import type { LookUp, LookUps } from '../../rdap/look-up.ts';
import { rdapType } from '../../rdap/rdap-objects.ts';
import type { WebhookTargets } from '../../webhooks/webhook-target.ts';
import { fetchText } from './fetch-text.ts';
import { ServerList } from './server-list.ts';

export interface LookUpOptions extends Pick<ConstructorParameters<typeof ServerList>[0], 'clock'> {
  /** Where the list of servers is; null when only names of this service are looked up. */
  readonly listUrl: string | null;
  /** Where a copy of the list is kept. */
  readonly listFile: string;
  readonly targets: WebhookTargets;
  readonly stopping: AbortSignal;
  readonly limitMs?: number;
}

const limitMsDefault = 8_000;
const listBytesMax = 2_000_000;
const answerBytesMax = 256_000;
/** Look-ups of all workspaces; more are refused at once. */
const inFlightMax = 32;

export function openRdapLookUps(options: LookUpOptions): LookUps {
  const { listUrl, listFile: file, clock, targets, stopping } = options;
  const { limitMs: totalMs = limitMsDefault } = options;
  if (listUrl === null) return { lookUp: async () => ({ kind: 'no-server' }) };
  const limit = (peer: string): CallLimit => ({ peer, totalMs, stopping });
  const list = new ServerList({
    file,
    clock,
    async fetch() {
      const request = { url: listUrl, accept: 'application/json', bytesMax: listBytesMax };
      const { status, text } = await outsideCall(limit('the list of RDAP servers'), (scope) =>
        fetchText(scope, targets, request),
      );
      if (status !== 200) throw new Error(`The list of RDAP servers: answered ${status}.`);
      return text;
    },
  });

  async function ask(name: string): Promise<LookUp> {
    let url: string | null = null;
    try {
      const server = rdapServerOf(await list.servers(), name);
      if (server === null) return { kind: 'no-server' };
      url = `${server}domain/${name}`;
      const request = { url, accept: rdapType, bytesMax: answerBytesMax };
      const { status, text } = await outsideCall(limit('the RDAP server'), (scope) =>
        fetchText(scope, targets, request),
      );
      if (status === 404) return { kind: 'not-found', url };
      if (status !== 200) return { kind: 'unavailable', url, reason: `Answered ${status}.` };
      const answer: unknown = JSON.parse(text);
      if (typeof answer === 'object' && answer !== null) return { kind: 'found', url, answer };
      return { kind: 'unavailable', url, reason: 'The answer is not RDAP.' };
    } catch (error) {
      return { kind: 'unavailable', url, reason: reasonOf(error) };
    }
  }

  let inFlight = 0;
  return {
    async lookUp(name) {
      if (inFlight >= inFlightMax) {
        return { kind: 'unavailable', url: null, reason: 'Too many look-ups at once.' };
      }
      inFlight += 1;
      try {
        return await ask(name);
      } finally {
        inFlight -= 1;
      }
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof OutsideCallError) return error.message;
  if (error instanceof SyntaxError) return 'The answer is not JSON.';
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
}
