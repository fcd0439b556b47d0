/** DS records of a domain that another DNS provider signs: added, changed and removed, or moved from there. */
import { useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { Dnssec } from '../../domains/dnssec-query.ts';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { Time } from '../../ui/text/time.tsx';
import { DnssecProgress } from './dnssec-progress.tsx';
import { ForeignDsDialog } from './foreign-ds-dialog.tsx';
import { MoveButton } from './foreign-keys.tsx';
import { useDnssecChange } from './use-dnssec-change.ts';

/** Loaded by one request with these, so that no page needs one more. */
export { ForeignKeys } from './foreign-keys.tsx';

export function ForeignDs({
  domain,
  dnssec,
  isServedHere,
}: {
  readonly domain: string;
  readonly dnssec: Dnssec;
  /** The nameservers of this service come back, and the DS records have to go. */
  readonly isServedHere: boolean;
}) {
  const [isEditing, setIsEditing] = useState(false);
  const { state, foreignDs } = dnssec;
  const isRemoving = state === 'turning_off';
  return (
    <div className="flex flex-col gap-5">
      {foreignDs.length === 0 ? (
        <p className="text-ink-muted">
          Another DNS provider answers for this domain. Turn on DNSSEC there first, then add the DS
          records that it shows you. We send them to the registry.
        </p>
      ) : (
        <div className="flex flex-col gap-2">
          <p className="text-sm font-medium">DS records of your DNS provider</p>
          {foreignDs.map((each) => (
            <CodeBlock key={each} value={each} what="DS record" />
          ))}
          {dnssec.phase === 'on' && (
            <p className="text-sm text-ink-muted">
              Your DNS provider signs this domain. If you switch to Hostmaster nameservers, we
              remove these DS records first, and the registry gets the nameservers two days later.
              To keep the domain signed, move it here while signed.
            </p>
          )}
        </div>
      )}
      <DnssecProgress dnssec={dnssec} />
      {dnssec.followCds && <CdsCheck dnssec={dnssec} />}
      {!isServedHere && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setIsEditing(true)}>
            {foreignDs.length === 0 || isRemoving ? 'Add DS records…' : 'Change DS records…'}
          </Button>
          {foreignDs.length > 0 && !isRemoving && <RemoveDs domain={domain} />}
          {dnssec.phase === 'on' && (
            <MoveButton
              domain={domain}
              label="Move here while signed…"
              description="We sign the domain as well, with the keys of your provider beside ours. Afterwards publish our key there, and change the nameservers when this card says so."
            />
          )}
        </div>
      )}
      <ForeignDsDialog
        domain={domain}
        ds={foreignDs}
        isFollowed={dnssec.followCds}
        isOpen={isEditing}
        onClose={() => setIsEditing(false)}
      />
    </div>
  );
}

/** What the nameservers have answered. */
function CdsCheck({ dnssec }: { readonly dnssec: Dnssec }) {
  const { cdsCheckedAt, cdsFinding } = dnssec;
  return (
    <div className="text-sm">
      <p className="font-medium">DS records follow your DNS provider</p>
      <p className="mt-0.5 text-ink-muted">
        {cdsCheckedAt === null ? (
          'We are asking your nameservers for their CDS records.'
        ) : (
          <>
            {cdsFinding} Checked <Time at={cdsCheckedAt} as="relative" />.
          </>
        )}
      </p>
    </div>
  );
}

function RemoveDs({ domain }: { readonly domain: string }) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  const [isAsking, setIsAsking] = useState(false);
  const removal = useDnssecChange(domain, {
    send: () => withPassword(() => api.disableDnssec({ domain })),
    failureTitle: "Couldn't remove the DS records",
  });
  return (
    <>
      <Button isLoading={removal.isPending} onClick={() => setIsAsking(true)}>
        Remove DS records…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Remove the DS records of ${domain}?`}
        confirmLabel="Remove DS records"
        onConfirm={() => {
          setIsAsking(false);
          removal.mutate();
        }}
      >
        Resolvers will no longer detect forged answers. Keep DNSSEC on at your DNS provider until
        this card says Off: resolvers remember the DS records for up to two days and reject unsigned
        answers until then.
      </ConfirmDialog>
    </>
  );
}
