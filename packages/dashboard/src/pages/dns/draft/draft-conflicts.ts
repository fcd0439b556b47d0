/**
 * Warnings about the meaning of a draft beside the records that exist. What would not be published is
 * for the service to say (record-preview.ts).
 */
import type { RecordContext } from '@hostmaster/dns/records';
import { fullName } from '../record-list.ts';
import { type DnsRecord, inputOf, type RecordDraft, type RecordInput } from './record-draft.ts';

export function draftConflicts(
  draft: RecordDraft,
  context: RecordContext,
  /** Without the record that is edited. */
  records: readonly DnsRecord[],
): readonly string[] {
  const input = inputOf(draft, context);
  const name = fullName(input.name, context.origin);
  const sameSet = records.filter((one) => one.name === input.name && one.type === input.type);
  return policyConflicts(input, sameSet, name);
}

const policies = [
  { start: /^"?v=spf1\b/i, label: 'an SPF record' },
  { start: /^"?v=DMARC1\b/i, label: 'a DMARC record' },
] as const;

function policyConflicts(
  { type, value }: RecordInput,
  sameSet: readonly DnsRecord[],
  shown: string,
): string[] {
  if (type !== 'TXT') return [];
  return policies
    .filter(({ start }) => start.test(value) && sameSet.some((one) => start.test(one.value)))
    .map(
      ({ label }) =>
        `${shown} already has ${label}. With two of them, mail servers ignore both. Edit the existing one instead.`,
    );
}
