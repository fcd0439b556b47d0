/** Where DNSSEC of a domain is between off and on, and what it waits for. */
import { Time } from '../../ui/text/time.tsx';
import { type Dnssec, isUnderWay } from './dnssec-query.ts';
import { DnssecSteps } from './dnssec-steps.tsx';

export function DnssecProgress({ dnssec }: { readonly dnssec: Dnssec }) {
  if (!isUnderWay(dnssec)) return null;
  return (
    <div className="flex flex-col gap-3">
      <DnssecSteps dnssec={dnssec} />
      <p className="text-sm text-ink-muted">
        <WaitText dnssec={dnssec} />
      </p>
    </div>
  );
}

function WaitText({ dnssec }: { readonly dnssec: Dnssec }) {
  const { phase, since, until, waitsFor, nameserversWaiting } = dnssec;
  return (
    <>
      {until === null ? (
        waitsFor
      ) : (
        <>
          Resolvers may remember {rememberedIn(phase)} until <Time at={until} as="time" />.
        </>
      )}
      {nameserversWaiting && ' The registry gets your new nameservers after that.'}
      {since !== null && (
        <>
          {' '}
          This step began <Time at={since} as="relative" isCalendar />.
        </>
      )}
    </>
  );
}

function rememberedIn(phase: Dnssec['phase']): string {
  switch (phase) {
    case 'waiting_for_caches':
      return 'unsigned answers';
    case 'waiting_for_key_in_caches':
      return 'signatures without the new key';
    case 'waiting_for_new_ds':
      return 'the DS records without the new one';
    case 'waiting_for_old_ds':
      return 'the old DS record';
    default:
      return 'the DS record';
  }
}
