/** The edited record was changed elsewhere: its current values, and the choice. */
import { typeLabel } from '@hostmaster/dns/records';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { DnsRecord } from './draft/record-draft.ts';
import { describeTtl } from './draft/ttl.ts';

export function ConflictNotice({
  now,
  onKeep,
}: {
  /** Null when the record was deleted. */
  readonly now: DnsRecord | null;
  readonly onKeep: () => void;
}) {
  const keep = (
    <Button size="sm" onClick={onKeep}>
      {now === null ? 'Keep it deleted' : 'Keep their version'}
    </Button>
  );
  if (now === null) {
    return (
      <Banner tone="warn" isUrgent title="This record was deleted" action={keep}>
        It was deleted while you were editing. Saving creates it again with your changes.
      </Banner>
    );
  }
  return (
    <Banner tone="warn" isUrgent title="This record has changed" action={keep}>
      <p>
        It is now{' '}
        <span className="font-mono break-all">
          {now.name} {typeLabel(now.type)} {now.value}
        </span>{' '}
        with a TTL of {describeTtl(now.ttl)}. Saving replaces it with your version.
      </p>
    </Banner>
  );
}
