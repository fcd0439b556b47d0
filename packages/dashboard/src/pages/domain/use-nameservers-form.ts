/**
 * The form of the nameservers. It is saved on condition that they are still what the person started
 * from; otherwise `conflict` has what another person has saved.
 */
import { useEffect, useRef, useState } from 'react';
import { readJson, tabStorage } from '../../api/browser-storage.ts';
import { changeConditionally } from '../../api/change-conditionally.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { type DomainDetails, domainDetailsQuery, domainKey } from '../../domains/domain-query.ts';
import { asSentence } from '../../forms/as-sentence.ts';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { type Form, useForm } from '../../forms/use-form.ts';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { checkRows, hostsOf, type NameserverRow, rowOfPath, rowsOf } from './nameserver-rows.ts';

/** What the changes are based on. */
interface Base {
  readonly hosts: readonly string[];
  readonly version: string;
}

interface Draft extends Base {
  /** As typed. */
  readonly rows: readonly string[];
}

type Values = { readonly rows: readonly NameserverRow[] };

export interface NameserversForm {
  readonly form: Form<Values>;
  /** What another person has saved meanwhile; null when there is no conflict. */
  readonly conflict: readonly string[] | null;
  keepTheirs(): void;
}

export function useNameserversForm(domain: DomainDetails, place: string): NameserversForm {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const { queryKey } = domainDetailsQuery({ workspaceId, domain: place });
  const draftKey = `nameservers ${workspaceId} ${domain.name}`;
  const [restored] = useState(() => readDraft(draftKey));
  const base = useRef<Base>(restored ?? baseOf(domain));
  const [conflict, setConflict] = useState<readonly string[] | null>(null);
  const load = async () => {
    const { domain: now } = await api.getDomainDetails({ domain: domain.name });
    return { ...now, version: now.zoneVersion };
  };
  const form = useForm({
    initial: { rows: rowsOf(base.current.hosts) },
    restored: restored === null ? null : { rows: rowsOf(restored.rows) },
    validate: ({ rows }) => checkRows(rows),
    submit: ({ rows }) => {
      const { hosts, version } = base.current;
      return changeConditionally({
        version,
        load,
        isUnaffected: ({ nameservers }) => nameservers.join() === hosts.join(),
        send: (ifMatch) =>
          withPassword(() => {
            const nameservers = hostsOf(rows);
            return api.replaceNameservers({ domain: domain.name, nameservers }, { ifMatch });
          }),
      });
    },
    explain: (error, { rows }) => {
      const blamed = error.fields.map(
        ({ path, message }) => [rowOfPath(rows, path), asSentence(message)] as const,
      );
      return blamed.length === 0 || blamed.some(([path]) => path === null)
        ? null
        : Object.fromEntries(blamed);
    },
    onDone: (outcome) => {
      if (outcome.kind === 'conflict') {
        base.current = baseOf(outcome.now);
        setConflict(outcome.now.nameservers);
        queryClient.setQueryData<DomainDetails>(queryKey, outcome.now);
        return;
      }
      const { nameservers, pendingFulfillment } = outcome.result;
      setConflict(null);
      base.current = { ...base.current, hosts: nameservers };
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
    if (form.isChanged) return;
    base.current = baseOf(domain);
    if (hostsOf(form.values.rows).join() !== domain.nameservers.join()) {
      form.reset({ rows: rowsOf(domain.nameservers) });
    }
  }, [domain.zoneVersion, form.isChanged]);

  // Unsaved changes survive a change of the tab.
  const draft = form.isChanged ? JSON.stringify(form.values.rows.map(({ host }) => host)) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conflict changes the base
  useEffect(() => {
    if (draft === null) tabStorage.remove(draftKey);
    else {
      const rows: readonly string[] = JSON.parse(draft);
      tabStorage.set(draftKey, JSON.stringify({ ...base.current, rows }));
    }
  }, [draftKey, draft, conflict]);

  function keepTheirs(): void {
    form.reset({ rows: rowsOf(base.current.hosts) });
    setConflict(null);
  }

  return { form, conflict, keepTheirs };
}

function baseOf({ nameservers, zoneVersion }: DomainDetails): Base {
  return { hosts: nameservers, version: zoneVersion };
}

function readDraft(key: string): Draft | null {
  const stored = readJson(tabStorage, key);
  if (typeof stored !== 'object' || stored === null) return null;
  const { rows, hosts, version } = stored as Partial<Draft>;
  const isSound = isTextList(rows) && isTextList(hosts) && typeof version === 'string';
  return isSound ? { rows, hosts, version } : null;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
