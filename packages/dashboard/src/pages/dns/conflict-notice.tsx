/** The edited record was changed elsewhere: its current values, and the choice. */
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
      {now === null ? 'Leave it deleted' : 'Keep theirs'}
    </Button>
  );
  if (now === null) {
    return (
      <Banner tone="warn" isUrgent title="This record was deleted meanwhile" action={keep}>
        Saving creates it anew with what you have written.
      </Banner>
    );
  }
  return (
    <Banner tone="warn" isUrgent title="This record was changed meanwhile" action={keep}>
      <p>
        It is now{' '}
        <span className="font-mono break-all">
          {now.name} {now.type} {now.value}
        </span>{' '}
        with a TTL of {describeTtl(now.ttl)}. Saving replaces it with what you have written.
      </p>
    </Banner>
  );
}
