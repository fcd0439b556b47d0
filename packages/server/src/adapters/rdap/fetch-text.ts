/**
 * Fetches a text from a server that others have named: only public addresses, a bounded answer,
 * and a few redirects, each checked as the first address was.
 */
import { exchangeHttp } from '../../base/exchange-http.ts';
import type { CallScope } from '../../base/outside-call.ts';
import { targetAddresses, type WebhookTargets } from '../../webhooks/webhook-target.ts';

export interface FetchedText {
  readonly status: number;
  readonly text: string;
}

const redirectsMax = 3;

export async function fetchText(
  scope: CallScope,
  targets: WebhookTargets,
  { url: text, accept, bytesMax }: TextRequest,
): Promise<FetchedText> {
  let url = requireUrl(text, targets);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const addresses = await targetAddresses(scope, targets, url);
    const headers = { accept, 'user-agent': 'Hostmaster-RDAP', 'accept-encoding': 'identity' };
    const request = { url, method: 'GET', headers, addresses } as const;
    const answer = await exchangeHttp(scope, { ...request, bodyBytesMax: bytesMax + 1 });
    if (Buffer.byteLength(answer.body) > bytesMax) {
      throw new Error(`The answer has more than ${bytesMax} bytes.`);
    }
    const isRedirect = answer.status >= 300 && answer.status < 400;
    if (!isRedirect || answer.location === null) {
      return { status: answer.status, text: answer.body };
    }
    url = requireUrl(new URL(answer.location, url).href, targets);
  }
  throw new Error(`More than ${redirectsMax} redirects.`);
}

interface TextRequest {
  readonly url: string;
  readonly accept: string;
  readonly bytesMax: number;
}

function requireUrl(text: string, { requiresHttps }: WebhookTargets): URL {
  const url = new URL(text);
  const isHttp = url.protocol === 'http:' && !requiresHttps;
  if (url.protocol !== 'https:' && !isHttp) throw new Error(`${url.origin} is not over HTTPS.`);
  return url;
}
