/** The nameservers of a domain, in order. The whole list is saved at once. */
import { useParams } from '@tanstack/react-router';
import { Plus, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { readJson, tabStorage } from '../../api/browser-storage.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { delegationOf } from '../../domains/delegation.ts';
import {
  type DomainDetails,
  domainDetailsQuery,
  domainKey,
  useDomainDetails,
} from '../../domains/domain-details.ts';
import { asSentence } from '../../forms/as-sentence.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import { NameserverItem } from './nameserver-item.tsx';
import {
  addRow,
  changeRow,
  checkRows,
  hostsOf,
  moveRow,
  type NameserverRow,
  pasteHosts,
  removeRow,
  rowOfPath,
  rowPath,
  rowsMax,
  rowsMin,
  rowsOf,
} from './nameserver-rows.ts';

export function NameserversTab() {
  const { domain: name } = useParams({ from: '/$workspaceId/domains/$domain' });
  const { data: domain } = useDomainDetails(name);
  return domain === undefined ? null : <NameserversForm domain={domain} place={name} />;
}

function NameserversForm({
  domain,
  place,
}: {
  readonly domain: DomainDetails;
  /** The name in the URL, which is part of the query keys. */
  readonly place: string;
}) {
  const form = useNameserversForm(domain, place);
  const [moved, setMoved] = useState('');
  const adding = useRef<HTMLButtonElement>(null);
  const { rows } = form.values;
  const hosts = hostsOf(rows);
  const isFixed = domain.state === 'failed' || domain.state === 'releasing';
  const isOurs = hosts.join() === domain.defaultNameservers.join();
  const setRows = (next: readonly NameserverRow[]) => form.set('rows', next);

  function move(row: NameserverRow, by: -1 | 1): void {
    const next = moveRow(rows, { id: row.id, by });
    if (next === rows) return;
    setRows(next);
    setMoved(`${row.host} moved to position ${next.findIndex(({ id }) => id === row.id) + 1}`);
  }

  return (
    <FormView form={form} label="Nameservers" className="gap-6">
      <DelegationBanner domain={domain} />
      <Card
        title="Nameservers"
        description="The nameservers registered for this domain, in order. Use 2 to 13."
        action={
          <Button
            size="sm"
            icon={RotateCcw}
            disabled={isFixed || isOurs}
            onClick={() => setRows(rowsOf(domain.defaultNameservers))}
          >
            Use Hostmaster nameservers
          </Button>
        }
        footer={
          <>
            {form.isChanged && (
              <Button variant="ghost" onClick={() => form.reset()}>
                Discard changes
              </Button>
            )}
            <SubmitButton form={form} disabled={!form.isChanged || isFixed}>
              Save nameservers
            </SubmitButton>
          </>
        }
      >
        <ol className="flex max-w-2xl flex-col gap-2">
          {rows.map((row, index) => (
            <NameserverItem
              key={row.id}
              form={form}
              path={rowPath(row.id)}
              number={index + 1}
              host={row.host}
              isFirst={index === 0}
              isLast={index === rows.length - 1}
              isRemovable={rows.length > rowsMin}
              disabled={isFixed}
              onChange={(host) => setRows(changeRow(rows, { id: row.id, host }))}
              onPasteHosts={(hosts) => setRows(pasteHosts(rows, { id: row.id, hosts }))}
              onMove={(by) => move(row, by)}
              onRemove={() => {
                setRows(removeRow(rows, row.id));
                adding.current?.focus();
              }}
            />
          ))}
        </ol>
        <p role="status" className="sr-only">
          {moved}
        </p>
        <Button
          ref={adding}
          variant="ghost"
          size="sm"
          icon={Plus}
          className="mt-3"
          disabled={isFixed || rows.length >= rowsMax}
          onClick={() => setRows(addRow(rows))}
        >
          Add nameserver
        </Button>
      </Card>
    </FormView>
  );
}

function useNameserversForm(domain: DomainDetails, place: string) {
  const { api, workspaceId } = useWorkspace();
  const { queryKey } = domainDetailsQuery({ workspaceId, domain: place });
  const saved = domain.nameservers.join();
  const draftKey = `nameservers ${workspaceId} ${domain.name}`;
  const form = useForm({
    initial: { rows: rowsOf(domain.nameservers) },
    restored: readDraft(draftKey),
    validate: ({ rows }) => checkRows(rows),
    submit: ({ rows }) =>
      api.replaceNameservers({ domain: domain.name, nameservers: hostsOf(rows) }),
    explain: (error, { rows }) => {
      const blamed = error.fields.map(
        ({ path, message }) => [rowOfPath(rows, path), asSentence(message)] as const,
      );
      return blamed.length === 0 || blamed.some(([path]) => path === null)
        ? null
        : Object.fromEntries(blamed);
    },
    onDone: ({ nameservers, pendingFulfillment }) => {
      queryClient.setQueryData<DomainDetails>(queryKey, (data) => data && { ...data, nameservers });
      form.reset({ rows: rowsOf(nameservers) });
      showToast({
        title: 'Nameservers saved',
        ...(pendingFulfillment ? { description: 'They take effect once the domain is live.' } : {}),
      });
      // NS records and warnings of the zone changed too.
      const key = domainKey({ workspaceId, domain: place });
      void queryClient.invalidateQueries({ queryKey: key });
    },
  });
  // Changed elsewhere: the form follows, unless it has unsaved changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is saved leads to it
  useEffect(() => {
    if (!form.isChanged && hostsOf(form.values.rows).join() !== saved) {
      form.reset({ rows: rowsOf(domain.nameservers) });
    }
  }, [saved]);
  // Unsaved changes survive a change of the tab.
  const draft = form.isChanged ? JSON.stringify(form.values.rows.map(({ host }) => host)) : null;
  useEffect(() => {
    if (draft === null) tabStorage.remove(draftKey);
    else tabStorage.set(draftKey, draft);
  }, [draftKey, draft]);
  return form;
}

function readDraft(key: string): { readonly rows: readonly NameserverRow[] } | null {
  const hosts = readJson(tabStorage, key);
  const isList = Array.isArray(hosts) && hosts.every((host) => typeof host === 'string');
  return isList ? { rows: rowsOf(hosts) } : null;
}

function DelegationBanner({ domain }: { readonly domain: DomainDetails }) {
  const delegation = delegationOf(domain.nameservers, domain.defaultNameservers);
  if (delegation === 'ours') return null;
  return (
    <Banner
      tone="warn"
      title={delegation === 'external' ? 'Using external nameservers' : 'Using mixed nameservers'}
    >
      {delegation === 'external'
        ? "This domain uses external nameservers, so the records on the DNS tab aren't in use."
        : "Some of these nameservers aren't run by Hostmaster. Make sure they serve the same records."}
    </Banner>
  );
}
