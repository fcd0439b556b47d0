/** One delivery. It opens to show the request and the answer of its latest attempt. */
import { ChevronRight, RotateCcw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { asSentence } from '../../forms/as-sentence.ts';
import { Status, type Tone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Time } from '../../ui/time.tsx';
import { labelOf } from './event-labels.ts';
import { useWebhookChanges } from './use-webhook-changes.ts';
import type { Delivery, Webhook } from './webhooks-query.ts';

interface ItemProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
}

export function DeliveryItem({ delivery, webhook }: ItemProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { label, tone } = stateOf(delivery);
  const domain = delivery.request?.body?.domain ?? null;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-3 px-4 py-3 text-left -outline-offset-2 hover:bg-hover md:px-5"
      >
        <ChevronRight
          className={classNames(
            'mt-0.5 size-4 shrink-0 text-ink-faint transition-transform duration-100',
            isOpen && 'rotate-90',
          )}
          aria-hidden="true"
        />
        <span className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-1 md:flex-row md:items-start md:justify-between">
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
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <DeliveryDetails delivery={delivery} webhook={webhook} />}
      </div>
    </li>
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
        <Part title={`Answer: ${answer.status}`}>
          {answer.body === '' ? (
            <p className="text-sm text-ink-muted">The answer had no body.</p>
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
  return body === null ? '(This event is no longer kept.)' : JSON.stringify(body, null, 2);
}
