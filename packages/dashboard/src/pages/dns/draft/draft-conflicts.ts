/** Warnings about a draft beside the records that exist: it can be saved, but may not do what is meant. */
import type { RecordContext } from '@hostmaster/dns/records';
import { describeTtl } from '../../../domains/describe-ttl.ts';
import { fullName } from '../record-list.ts';
import { type DnsRecord, inputOf, type RecordDraft, type RecordInput } from './record-draft.ts';

export function draftConflicts(
  draft: RecordDraft,
  context: RecordContext,
  /** Without the record that is edited. */
  records: readonly DnsRecord[],
): readonly string[] {
  const input = inputOf(draft, context);
  const sameName = records.filter(({ name }) => name === input.name);
  const name = fullName(input.name, context.origin);
  const sameSet = sameName.filter(({ type }) => type === input.type);
  if (sameSet.some(({ value }) => value === input.value)) {
    return [`${name} already has this exact record.`];
  }
  return [
    ...cnameConflicts(input, sameName, name),
    ...policyConflicts(input, sameSet, name),
    ...ttlConflicts(input, sameSet),
  ];
}

function cnameConflicts(
  { type, name }: RecordInput,
  sameName: readonly DnsRecord[],
  shown: string,
): string[] {
  const flattened = 'Hostmaster publishes the addresses of its target instead.';
  if (type === 'CNAME') {
    if (name === '@') return [`The domain itself can't have a CNAME record. ${flattened}`];
    if (sameName.length > 0) {
      return [`${shown} has other records, and a CNAME can't stand beside them. ${flattened}`];
    }
    return [];
  }
  return sameName.some((record) => record.type === 'CNAME') && name !== '@'
    ? [`${shown} has a CNAME record, which can't stand beside others. ${flattened}`]
    : [];
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

function ttlConflicts({ ttl }: RecordInput, sameSet: readonly DnsRecord[]): string[] {
  const other = sameSet.find((record) => record.ttl !== ttl);
  if (other === undefined || !Number.isFinite(ttl)) return [];
  const lowest = Math.min(ttl, ...sameSet.map((record) => record.ttl));
  return [
    `Records of one name and type share one TTL. All of them are published with the lowest, ${describeTtl(lowest)}.`,
  ];
}
