/** Domains and records in the form of the contract. */
import { domainStatus, type StatusFacts } from '../domains/status.ts';
import type { DomainRow } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records.ts';
import type { Question } from './operation.ts';

export function statusOf(domain: StatusFacts, call: Question) {
  return domainStatus(domain, {
    now: call.now,
    expiringSoonMs: call.services.rules.expiringSoonMs,
  });
}

/** Most domains share the same list, so each text is parsed once. */
const listByText = new Map<string, readonly string[]>();
const listsMax = 1_000;

export function nameserversOf({ nameservers: text }: Pick<DomainRow, 'nameservers'>) {
  const known = listByText.get(text);
  if (known !== undefined) return known;
  const list: readonly string[] = Object.freeze(JSON.parse(text) as string[]);
  if (listByText.size >= listsMax) listByText.clear();
  listByText.set(text, list);
  return list;
}

/** True until the registry has confirmed the registration. */
export function isPending(domain: Pick<DomainRow, 'state'>): boolean {
  return domain.state === 'provisioning';
}

export function recordView(record: StoredRecord) {
  return {
    id: record.id,
    type: record.type,
    name: record.name,
    ttl: record.ttlSeconds,
    value: record.value,
  };
}
