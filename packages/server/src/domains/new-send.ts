/** A row of the journal of sends, for a command that is about to be sent. */
import { newId } from '../base/ids.ts';
import type { Domain, DomainWith } from '../storage/tables/domains/domains.ts';
import type { Send } from '../storage/tables/registry/sends.ts';

export interface NewSend {
  readonly termId: string | null;
  readonly command:
    | 'create'
    | 'renew'
    | 'update'
    | 'delete'
    | 'extend'
    | 'restore'
    | 'transfer'
    | 'cancel-transfer'
    | 'answer-transfer';
  readonly expected: string | null;
  readonly years?: number;
}

export function newSend({ id: domainId }: Pick<Domain, 'id'>, send: NewSend, at: number): Send {
  const { termId, command, expected, years = null } = send;
  const id = newId('snd');
  return {
    id,
    domainId,
    termId,
    command,
    expected,
    sentAt: at,
    outcome: null,
    years,
    answer: null,
  };
}

/** It expects the revision of the desired state that is sent. */
export function newCreate(
  domain: DomainWith<'id' | 'desiredRevision'>,
  { id: termId }: { readonly id: string },
  at: number,
): Send {
  const expected = String(domain.registry.desiredRevision);
  return newSend(domain, { termId, command: 'create', expected }, at);
}
