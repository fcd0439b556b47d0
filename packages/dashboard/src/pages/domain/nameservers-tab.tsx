/** The nameservers of a domain, in order. The whole list is saved at once. */

import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Plus, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { type Delegation, delegationOf } from '../../domains/delegation.ts';
import { type Dnssec, dnssecQuery } from '../../domains/dnssec-query.ts';
import { type DomainDetails, useDomainDetails } from '../../domains/domain-query.ts';
import { VersionsSideBySide } from '../../domains/versions-side-by-side.tsx';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { PasswordGate } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Time } from '../../ui/text/time.tsx';
import { NameserverItem } from './nameserver-item.tsx';
import {
  addRow,
  changeRow,
  hostsOf,
  moveRow,
  type NameserverRow,
  pasteHosts,
  removeRow,
  rowPath,
  rowsMax,
  rowsMin,
  rowsOf,
} from './nameserver-rows.ts';
import { SecondariesCard } from './secondaries-card.tsx';
import { SoaCard } from './soa-card.tsx';
import { useNameserversForm } from './use-nameservers-form.ts';

export function NameserversTab() {
  const { domain: name } = useParams({ from: '/$workspaceId/domains/$domain' });
  const { data: domain } = useDomainDetails(name);
  const may = useMay();
  if (domain === undefined) return null;
  return (
    <div className="flex flex-col gap-6">
      <PasswordGate>
        <NameserversForm domain={domain} place={name} />
      </PasswordGate>
      <SecondariesCard domain={name} isFixed={isFixed(domain) || !may('dns.change')} />
      <SoaCard domain={name} isFixed={isFixed(domain) || !may('dns.change')} />
    </div>
  );
}

function NameserversForm({
  domain,
  place,
}: {
  readonly domain: DomainDetails;
  /** The name in the URL, which is part of the query keys. */
  readonly place: string;
}) {
  const { form, conflict, keepTheirs } = useNameserversForm(domain, place);
  const [moved, setMoved] = useState('');
  const [wasChanged, setWasChanged] = useState(false);
  if (form.isChanged && !wasChanged) setWasChanged(true);
  const { workspaceId } = useWorkspace();
  const delegation = delegationOf(domain.nameservers, domain.defaultNameservers);
  const dnssec = useQuery({
    ...dnssecQuery({ workspaceId, domain: domain.name }),
    // A visit without either costs no request.
    enabled: wasChanged || delegation !== 'ours' || domain.isDnssecEnding,
  });
  const adding = useRef<HTMLButtonElement>(null);
  const { rows } = form.values;
  const hosts = hostsOf(rows);
  const may = useMay();
  const isFixedNow = isFixed(domain) || !may('domains.manage');
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
      {!dnssec.isPending && <DelegationBanner delegation={delegation} dnssec={dnssec.data} />}
      {conflict !== null && (
        <NameserverConflict theirs={conflict} mine={hosts} onKeep={keepTheirs} />
      )}
      {form.isChanged && endsDnssec(hosts, domain, dnssec.data) && <LeavingBanner />}
      <Card
        title="Nameservers"
        description="The nameservers of this domain, in order. Use 2 to 13."
        action={
          <Button
            size="sm"
            icon={RotateCcw}
            disabled={isFixedNow || isOurs}
            onClick={() => setRows(rowsOf(domain.defaultNameservers))}
          >
            Use Hostmaster nameservers
          </Button>
        }
        footer={
          <>
            {form.isChanged && conflict === null && (
              <Button variant="ghost" onClick={() => form.reset()}>
                Discard changes
              </Button>
            )}
            <SubmitButton form={form} disabled={!form.isChanged || isFixedNow}>
              {conflict === null ? 'Save nameservers' : 'Save my version'}
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
              disabled={isFixedNow}
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
          disabled={isFixedNow || rows.length >= rowsMax}
          onClick={() => setRows(addRow(rows))}
        >
          Add nameserver
        </Button>
      </Card>
    </FormView>
  );
}

function isFixed({ state }: DomainDetails): boolean {
  return state === 'failed' || state === 'releasing';
}

function NameserverConflict({
  theirs,
  mine,
  onKeep,
}: {
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
  readonly onKeep: () => void;
}) {
  return (
    <div className="flex flex-col gap-3">
      <Banner
        tone="warn"
        isUrgent
        title="The nameservers have changed"
        action={
          <Button size="sm" onClick={onKeep}>
            Keep their version
          </Button>
        }
      >
        Your changes aren't saved yet. Keep their version, save yours, or continue editing.
      </Banner>
      <VersionsSideBySide theirs={<HostList hosts={theirs} />} mine={<HostList hosts={mine} />} />
    </div>
  );
}

function HostList({ hosts }: { readonly hosts: readonly string[] }) {
  return (
    <ol className="flex flex-col gap-1 font-mono text-sm break-all">
      {[...new Set(hosts)].map((host) => (
        <li key={host}>{host}</li>
      ))}
    </ol>
  );
}

function DelegationBanner({
  delegation,
  dnssec,
}: {
  readonly delegation: Delegation;
  /** Undefined where it could not be read. */
  readonly dnssec: Dnssec | undefined;
}) {
  if (dnssec?.nameserversWaiting === true) return <WaitingBanner dnssec={dnssec} />;
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

/** Whether these nameservers do, unless they are secondaries of the domain. */
function endsDnssec(
  hosts: readonly string[],
  { defaultNameservers }: DomainDetails,
  dnssec: Dnssec | undefined,
): boolean {
  const isSignedHere = dnssec?.state === 'on' && dnssec.keys.length > 0;
  const isMoving = dnssec !== undefined && dnssec.foreignKeys.length > 0;
  return isSignedHere && !isMoving && delegationOf(hosts, defaultNameservers) !== 'ours';
}

function LeavingBanner() {
  return (
    <Banner title="DNSSEC is on for this domain">
      If these nameservers don't serve the signed records of the DNS tab, saving turns DNSSEC off
      first. The registry gets the new nameservers about two days later.
    </Banner>
  );
}

/** Nameservers that the registry gets when no resolver expects signatures of those before. */
function WaitingBanner({ dnssec: { until, foreignDs } }: { readonly dnssec: Dnssec }) {
  return (
    <Banner title="These nameservers aren't in use yet">
      DNSSEC is turned off first. The registry gets these nameservers{' '}
      {until === null ? (
        'two days after it has removed the DS record'
      ) : (
        <>
          after <Time at={until} as="time" />
        </>
      )}
      .{' '}
      {foreignDs.length > 0
        ? 'Until then, your DNS provider answers: keep DNSSEC on there.'
        : 'Until then, the records on the DNS tab stay in use.'}
    </Banner>
  );
}
