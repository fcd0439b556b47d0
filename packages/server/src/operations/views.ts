/** Rows as the contract shows them. */
import { domainStatus, type StatusFacts } from '../domains/status.ts';
import type { DomainRow, RecordRow } from '../storage/schema.ts';
import type { Call } from './operation.ts';

export function statusOf(domain: StatusFacts, call: Call) {
  return domainStatus(domain, {
    now: call.now,
    expiringSoonMs: call.services.rules.expiringSoonMs,
  });
}

export function nameserversOf(domain: Pick<DomainRow, 'nameservers'>): string[] {
  return JSON.parse(domain.nameservers) as string[];
}

/** True exactly while the registry has not confirmed the registration. */
export function isPending(domain: Pick<DomainRow, 'state'>): boolean {
  return domain.state === 'provisioning';
}

export function recordView(
  record: Pick<RecordRow, 'id' | 'type' | 'name' | 'ttl_seconds' | 'value'>,
) {
  return {
    id: record.id,
    type: record.type,
    name: record.name,
    ttl: record.ttl_seconds,
    value: record.value,
  };
}
