/** How a job changes its domain: it loads and locks the row, and what happened is its own doing. */
import { newId } from '../base/ids.ts';
import { type Change, combine } from '../changes/change.ts';
import { type Fact, type FactEntry, happened } from '../facts/fact.ts';
import { ended, persistJob } from '../jobs/persist-job.ts';
import { mailTo } from '../notices/new-mail.ts';
import type { Notice } from '../notices/notice.ts';
import { domainKey } from '../operations/loading.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces/workspaces.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

export type DomainSubject = Pick<Domain, 'id' | 'name' | 'workspaceId'>;

export interface LockedDomain {
  readonly domain: Domain;
  /** Calendar time. */
  readonly at: number;
}

/** With an answer; `decide` returns a change that ends or postpones the job. */
export function decideDomainJob<Loaded, Answer>(
  context: FulfilmentContext,
  { id, name, workspaceId }: DomainSubject,
  work: {
    /** What the decision needs beside the domain. */
    load(reader: HostmasterReader): Promise<Loaded>;
    decide(
      locked: LockedDomain,
      loaded: Loaded,
    ): { readonly answer: Answer; readonly change: Change };
  },
): Promise<Answer> {
  return persistJob(context, {
    keys: [domainKey(name)],
    owner: workspaceId,
    load: (reader) =>
      Promise.all([
        reader.first(lockDomainById, { id }),
        context.calendarNow(reader),
        work.load(reader),
      ]),
    decide([domain, at, loaded]) {
      if (domain === undefined) throw new Error(`${id} is gone.`);
      return work.decide({ domain, at }, loaded);
    },
  });
}

export function persistDomainJob<Loaded = undefined>(
  context: FulfilmentContext,
  subject: DomainSubject,
  work: {
    load?(reader: HostmasterReader): Promise<Loaded>;
    decide(locked: LockedDomain, loaded: Loaded): Change;
  },
): Promise<void> {
  return decideDomainJob(context, subject, {
    load: async (reader) => (await work.load?.(reader)) as Loaded,
    decide: (locked, loaded) => ({ answer: undefined, change: work.decide(locked, loaded) }),
  });
}

/** What the end of a job makes true, and the notice to the owner. */
interface Settled {
  readonly change: Change;
  readonly fact: Fact;
  readonly notice?: Notice;
}

/** As persistDomainJob: the job ends, and its owner learns what happened. */
export function settleDomainJob<Loaded>(
  context: FulfilmentContext,
  subject: DomainSubject,
  work: {
    load(reader: HostmasterReader): Promise<Loaded>;
    /** `recipient` is the address for notices to the workspace. */
    decide(locked: LockedDomain, loaded: Loaded, recipient: string | null): Settled;
  },
): Promise<void> {
  const { workspaceId } = subject;
  return persistDomainJob(context, subject, {
    load: (reader) => Promise.all([loadRecipient(reader, subject), work.load(reader)]),
    decide(locked, [recipient, loaded]) {
      const { change, fact, notice } = work.decide(locked, loaded, recipient);
      const { at } = locked;
      const mails = notice === undefined ? [] : [mailTo({ workspaceId, recipient, at, notice })];
      const facts = [jobFact(context, subject, { at, fact })];
      return ended(context, combine(change, { mails, facts }));
    },
  });
}

/** Something that the job has done or found out. */
export function jobFact(
  { job }: Pick<FulfilmentContext, 'job'>,
  { workspaceId }: Pick<Domain, 'workspaceId'>,
  { at: now, fact }: { readonly at: number; readonly fact: Fact },
): FactEntry {
  const actor = systemActor(workspaceId, job.kind);
  return happened({ operationId: newId('act'), now, actor }, fact);
}

/** The address for notices to a workspace; null where it has none. */
export async function loadRecipient(
  reader: HostmasterReader,
  { workspaceId: id }: Pick<Domain, 'workspaceId'>,
): Promise<string | null> {
  return (await reader.first(findWorkspaceEmail, { id }))?.email ?? null;
}
