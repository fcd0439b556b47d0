/**
 * One message for all records that were just deleted, with one undo for all of them. It grows while it
 * is open: a message for each would hide the undo of the first ones.
 */
import { typeLabel } from '@hostmaster/dns/records';
import { useRef } from 'react';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { counted } from '../../ui/text/counted.ts';
import type { DnsRecord } from './draft/record-draft.ts';
import { editsMax } from './edits-max.ts';
import { fullName } from './record-list.ts';

const namesShown = 3;

export function useDeletionNotice(options: {
  readonly domain: string;
  readonly onUndo: (records: readonly DnsRecord[]) => void;
}): (deleted: readonly DnsRecord[]) => void {
  const shown = useRef<{ records: readonly DnsRecord[]; close: () => void } | null>(null);
  return (deleted) => {
    // One undo is one request.
    const isFull = (shown.current?.records.length ?? 0) + deleted.length > editsMax;
    const before = isFull ? null : shown.current;
    const records = [...(before?.records ?? []), ...deleted];
    shown.current = null;
    before?.close();
    const close = showToast({
      ...describeRecords(records, { domain: options.domain, verb: 'deleted' }),
      action: { label: 'Undo', onClick: () => options.onUndo(records) },
      onClose: () => {
        if (shown.current?.records === records) shown.current = null;
      },
    });
    shown.current = { records, close };
  };
}

/** "3 records deleted", with the names of the latest. */
export function describeRecords(
  records: readonly Pick<DnsRecord, 'type' | 'name'>[],
  { domain, verb }: { readonly domain: string; readonly verb: 'deleted' | 'restored' },
): { readonly title: string; readonly description: string } {
  const names = records.map(({ type, name }) => `${typeLabel(type)} ${fullName(name, domain)}`);
  const others = names.length - namesShown;
  const [first] = records;
  return {
    title:
      records.length === 1
        ? `${typeLabel(first?.type ?? '')} record ${verb}`
        : `${counted(records.length, 'record')} ${verb}`,
    // The latest first.
    description: [
      ...names.toReversed().slice(0, namesShown),
      ...(others > 0 ? [`${others.toLocaleString()} more`] : []),
    ].join(', '),
  };
}
