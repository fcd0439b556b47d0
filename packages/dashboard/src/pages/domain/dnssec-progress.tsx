/** Where DNSSEC of a domain is between off and on, and what it waits for. */
import { type Dnssec, isUnderWay } from '../../domains/dnssec-query.ts';
import { Time } from '../../ui/text/time.tsx';
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
  const { phase, since, until, waitsFor, nameserversWaiting, foreignDs } = dnssec;
  return (
    <>
      {until === null ? (
        phase === 'shared' ? (
          sharedText
        ) : (
          waitsFor
        )
      ) : (
        <>
          Resolvers may remember {rememberedIn(phase)} until <Time at={until} as="time" />.
        </>
      )}
      {nameserversWaiting &&
        ` The registry gets your new nameservers after that. Until then, ${
          foreignDs.length > 0
            ? 'keep DNSSEC on at your DNS provider.'
            : 'we keep signing the domain.'
        }`}
      {since !== null && (
        <>
          {' '}
          This step began <Time at={since} as="relative" isCalendar />.
        </>
      )}
    </>
  );
}

const sharedText =
  'Nameservers of both providers can answer now. Change them, then remove the provider that is no longer needed.';

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
    case 'waiting_for_foreign_keys_in_caches':
      return 'the keys without those of the other provider';
    case 'waiting_for_both_ds':
      return 'the DS records of one provider alone';
    case 'waiting_for_nameservers':
      return 'the nameservers from before';
    case 'waiting_for_foreign_ds':
      return 'the DS records of the other provider';
    default:
      return 'the DS record';
  }
}
