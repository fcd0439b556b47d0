/** Domains and records in the form of the contract. */
import { domainStatus, type StatusFacts } from '../domains/status.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import type { ReadCall } from './operation.ts';

export function statusOf(domain: StatusFacts, call: ReadCall) {
  return domainStatus(domain, {
    now: call.now,
    expiringSoonMs: call.services.rules.expiringSoonMs,
  });
}

/** True until the registry has confirmed the registration or the transfer. */
export function isPending(domain: Pick<Domain, 'state'>): boolean {
  return domain.state === 'provisioning' || domain.state === 'incoming';
}

export async function* recordPages(pages: AsyncGenerator<readonly StoredRecord[]>) {
  for await (const page of pages) yield page.map(recordView);
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
