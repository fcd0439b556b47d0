/** One delivery. It opens to show the request and the answer of its latest attempt. */
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { asSentence } from '../../forms/as-sentence.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { DisclosureItem } from '../../ui/layout/disclosure-item.tsx';
import { Status, type Tone } from '../../ui/text/badge.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { Time } from '../../ui/text/time.tsx';
import { labelOf } from './event-labels.ts';
import { useWebhookChanges } from './use-webhook-changes.ts';
import type { Delivery, Webhook } from './webhooks-query.ts';

interface ItemProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
}

export function DeliveryItem({ delivery, webhook }: ItemProps) {
  const { label, tone } = stateOf(delivery);
  const domain = delivery.request?.body?.domain ?? null;
  return (
    <DisclosureItem
      summary={
        <>
          <span className="min-w-0">
            <span className="block font-medium break-words">
              {labelOf(delivery.type)}
              {domain !== null && <span className="font-normal text-ink-muted"> · {domain}</span>}
            </span>
            <span className="block text-sm text-ink-muted">
              <Time at={delivery.attemptedAt ?? delivery.createdAt} as="relative" />
              {delivery.attempts > 1 && ` · ${delivery.attempts} attempts`}
              {delivery.durationMs !== null && ` · ${delivery.durationMs} ms`}
            </span>
          </span>
          <span className="flex shrink-0 items-center gap-3">
            <Status tone={tone}>{label}</Status>
            {delivery.answer !== null && (
              <span className="figures font-mono text-sm text-ink-muted">
                <span className="sr-only">HTTP status </span>
                {delivery.answer.status}
              </span>
            )}
          </span>
        </>
      }
    >
      <DeliveryDetails delivery={delivery} webhook={webhook} />
    </DisclosureItem>
  );
}

function DeliveryDetails({ delivery, webhook }: ItemProps) {
  const { sendAgain } = useWebhookChanges(webhook);
  const { request, answer, problem, nextAttemptAt, eventId } = delivery;
  // A test event is not kept.
  const isRepeatable = delivery.type !== 'webhook.test' && webhook.state === 'active';
  return (
    <div className="flex flex-col gap-4 px-4 pt-1 pb-5 md:pr-5 md:pl-12">
      {problem !== null && (
        <Banner tone={delivery.state === 'failed' ? 'bad' : 'warn'}>
          {asSentence(problem)}
          {nextAttemptAt !== null && (
            <>
              {' '}
              Next attempt <Time at={nextAttemptAt} as="relative" />.
            </>
          )}
        </Banner>
      )}
      <Part title="Event ID">
        <CodeBlock value={eventId} what="event ID" />
      </Part>
      {request !== null && (
        <Part title={`Request to ${request.url}`}>
          <CodeBlock
            value={`${headerLines(request.headers)}\n\n${bodyText(request.body)}`}
            what="request"
          />
        </Part>
      )}
      {answer !== null && (
        <Part title={`Response: ${answer.status}`}>
          {answer.body === '' ? (
            <p className="text-sm text-ink-muted">The response had no body.</p>
          ) : (
            <CodeBlock value={answer.body} what="answer" />
          )}
        </Part>
      )}
      {request === null && <p className="text-sm text-ink-muted">Not sent yet.</p>}
      {isRepeatable && (
        <div>
          <Button
            size="sm"
            icon={RotateCcw}
            isLoading={sendAgain.isPending}
            onClick={() => sendAgain.mutate(eventId)}
          >
            Send again
          </Button>
        </div>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-sm font-medium break-all">{title}</p>
      {children}
    </div>
  );
}

function stateOf({ state, attempts }: Delivery): { readonly label: string; readonly tone: Tone } {
  if (state === 'delivered') return { label: 'Delivered', tone: 'good' };
  if (state === 'failed') return { label: 'Failed', tone: 'bad' };
  return attempts === 0
    ? { label: 'Sending', tone: 'accent' }
    : { label: 'Retrying', tone: 'warn' };
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function bodyText(body: object | null): string {
  return body === null ? '(This event is no longer stored.)' : JSON.stringify(body, null, 2);
}
