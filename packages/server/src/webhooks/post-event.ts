/**
 * Sends one event to a webhook. Every bound is ours: the time, the size of headers and answer, and
 * the addresses, which are checked after resolution and used as checked.
 */
import { exchangeHttp } from '../base/exchange-http.ts';
import { OutsideCallError, outsideCall } from '../base/outside-call.ts';
import { NoPublicAddress, targetAddresses, type WebhookTargets } from './webhook-target.ts';

export interface Posted {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** The start of the answer's body. */
  readonly answer: string | null;
  /** Null when the event was accepted. */
  readonly problem: string | null;
  readonly durationMs: number;
}

const timeLimitMs = 15_000;
const answerBytesMax = 4_096;

export async function postEvent(
  targets: WebhookTargets,
  message: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly limitMs?: number;
    /** Aborted when the service stops. */
    readonly stopping: AbortSignal;
  },
): Promise<Posted> {
  const startedAt = performance.now();
  const { limitMs: totalMs = timeLimitMs, stopping, body } = message;
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const { status, body: answer } = await outsideCall(
      { peer: 'the receiver', totalMs, stopping },
      async (scope) => {
        const url = new URL(message.url);
        const addresses = await targetAddresses(scope, targets, url);
        const headers = {
          'content-type': 'application/json',
          'user-agent': 'Hostmaster-Webhooks',
          ...message.headers,
        };
        const request = { url, method: 'POST', headers, body, addresses } as const;
        return exchangeHttp(scope, { ...request, bodyBytesMax: answerBytesMax });
      },
    );
    const isAccepted = status >= 200 && status < 300;
    const problem = isAccepted ? null : problemOf(status);
    return { status, answer: answer.replaceAll('\0', ''), problem, durationMs: took() };
  } catch (error) {
    const problem = messageOf(error, totalMs);
    // Without a public address no request was sent; the time of the lookup is ours.
    const durationMs = error instanceof NoPublicAddress ? 0 : took();
    return { status: null, answer: null, problem, durationMs };
  }
}

function problemOf(status: number): string {
  if (status >= 300 && status < 400) return `Answered ${status}: redirects are not followed.`;
  return `Answered ${status}.`;
}

function messageOf(error: unknown, totalMs: number): string {
  if (error instanceof OutsideCallError && error.reason === 'timeout') {
    return `No answer within ${totalMs / 1_000} seconds.`;
  }
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return error.errors[0].message;
  }
  return error instanceof Error ? error.message : String(error);
}
