/** The mailbox and the timers in the SOA record of a zone. The primary and the serial are the service's. */
import type { Output } from '@hostmaster/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { workspaceClient } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';

type Soa = Output<'getSoa'>['soa'];

const timers = [
  { name: 'refresh', label: 'Refresh', hint: 'How often secondaries check for missed changes.' },
  { name: 'retry', label: 'Retry', hint: 'How soon they try again. Shorter than refresh.' },
  { name: 'expire', label: 'Expire', hint: "How long they keep answering if they can't reach us." },
  {
    name: 'negativeTtl',
    label: 'Negative TTL',
    hint: "How long resolvers remember that a name doesn't exist.",
  },
] as const;

function soaQuery(place: { readonly workspaceId: string; readonly domain: string }) {
  const { workspaceId, domain } = place;
  return queryOptions({
    queryKey: [workspaceId, 'domains', domain, 'soa'] as const,
    queryFn: async ({ signal }): Promise<Soa> =>
      (await workspaceClient(workspaceId).getSoa({ domain }, { signal })).soa,
  });
}

export function SoaCard({
  domain,
  isFixed,
}: {
  readonly domain: string;
  /** The domain cannot be changed any more. */
  readonly isFixed: boolean;
}) {
  const { workspaceId } = useWorkspace();
  const { data: soa } = useQuery(soaQuery({ workspaceId, domain }));
  if (soa === undefined) return null;
  const version = [soa.mailbox, ...timers.map(({ name }) => soa[name])].join();
  return <SoaForm key={version} domain={domain} soa={soa} isFixed={isFixed} />;
}

function SoaForm({
  domain,
  soa,
  isFixed,
}: {
  readonly domain: string;
  readonly soa: Soa;
  readonly isFixed: boolean;
}) {
  const { api, workspaceId } = useWorkspace();
  const saved = (next: Soa, title: string) => {
    queryClient.setQueryData(soaQuery({ workspaceId, domain }).queryKey, next);
    showToast({ title });
  };
  const form = useForm({
    initial: {
      mailbox: soa.mailbox,
      refresh: String(soa.refresh),
      retry: String(soa.retry),
      expire: String(soa.expire),
      negativeTtl: String(soa.negativeTtl),
    },
    validate: (values) =>
      Object.fromEntries(
        timers
          .filter(({ name }) => !/^\d{1,9}$/.test(values[name].trim()))
          .map(({ name }) => [name, 'Enter a number of seconds.']),
      ),
    submit: ({ mailbox, ...seconds }) =>
      api.replaceSoa({
        domain,
        mailbox: mailbox.trim(),
        refresh: Number(seconds.refresh),
        retry: Number(seconds.retry),
        expire: Number(seconds.expire),
        negativeTtl: Number(seconds.negativeTtl),
      }),
    onDone: (answer) => saved(answer.soa, 'SOA saved'),
  });
  const reset = useForm({
    initial: {},
    submit: () => api.replaceSoa({ domain }),
    onDone: (answer) => saved(answer.soa, 'SOA reset'),
  });
  return (
    <FormView form={form} label="SOA record">
      <Card
        title="SOA record"
        description="Who is responsible for this zone, and how often secondaries check it."
        action={
          <Button
            size="sm"
            icon={RotateCcw}
            disabled={isFixed || soa.isDefault}
            isLoading={reset.isSubmitting}
            onClick={() => void reset.submit()}
          >
            Use defaults
          </Button>
        }
        footer={
          <SubmitButton form={form} disabled={!form.isChanged || isFixed}>
            Save SOA
          </SubmitButton>
        }
      >
        <div className="grid max-w-2xl gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField
            form={form}
            name="mailbox"
            label="Contact email"
            className="sm:col-span-2"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={isFixed}
          />
          {timers.map(({ name, label, hint }) => (
            <TextField
              key={name}
              form={form}
              name={name}
              label={`${label} (seconds)`}
              hint={hint}
              inputMode="numeric"
              autoComplete="off"
              disabled={isFixed}
            />
          ))}
        </div>
      </Card>
    </FormView>
  );
}
