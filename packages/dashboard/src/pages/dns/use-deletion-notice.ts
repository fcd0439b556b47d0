/**
 * One message for all records that were just deleted, with one undo for all of them. It grows while it
 * is open: a message for each would hide the undo of the first ones.
 */
import { typeLabel } from '@hostmaster/dns/records';
import { useRef } from 'react';
import { showToast } from '../../ui/toast-queue.ts';
import type { DnsRecord } from './draft/record-draft.ts';
import { fullName } from './record-list.ts';

const namesShown = 3;

export function useDeletionNotice(options: {
  readonly domain: string;
  readonly onUndo: (records: readonly DnsRecord[]) => void;
}): (deleted: DnsRecord) => void {
  const shown = useRef<{ records: readonly DnsRecord[]; close: () => void } | null>(null);
  return (deleted) => {
    const before = shown.current;
    const records = [...(before?.records ?? []), deleted];
    shown.current = null;
    before?.close();
    const close = showToast({
      ...describeDeletion(records, options.domain),
      action: { label: 'Undo', onClick: () => options.onUndo(records) },
      onClose: () => {
        if (shown.current?.records === records) shown.current = null;
      },
    });
    shown.current = { records, close };
  };
}

function describeDeletion(
  records: readonly Pick<DnsRecord, 'type' | 'name'>[],
  domain: string,
): { readonly title: string; readonly description: string } {
  const names = records.map(({ type, name }) => `${typeLabel(type)} ${fullName(name, domain)}`);
  const others = names.length - namesShown;
  const [first] = records;
  return {
    title:
      records.length === 1
        ? `${typeLabel(first?.type ?? '')} record deleted`
        : `${records.length} records deleted`,
    // The latest first.
    description: [
      ...names.toReversed().slice(0, namesShown),
      ...(others > 0 ? [`${others} more`] : []),
    ].join(', '),
  };
}
