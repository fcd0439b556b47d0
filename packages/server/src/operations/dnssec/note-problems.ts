/** Stores what is wrong with DNSSEC of a domain, and removes what is over. */

import { type Change, noChange } from '../../changes/change.ts';
import { type ChangeStore, persist } from '../../changes/persist.ts';
import { listDnssecProblems } from '../../storage/queries/domains/dnssec-problems.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { lockDomainById } from '../../storage/queries/domains/domains.ts';
import { insert, type RowWrite, remove, update } from '../../storage/row-write.ts';
import {
  type DnssecProblem,
  type DnssecProblemKind,
  dnssecProblems,
} from '../../storage/tables/domains/dnssec-problems.ts';
import { domainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { domainKey } from '../loading.ts';

export type FoundProblem = Pick<DnssecProblem, 'kind' | 'detail'>;

/** What one look at a domain is about: problems of these kinds that it has not found are over. */
export interface Look {
  readonly kinds: readonly DnssecProblemKind[];
  readonly found: readonly FoundProblem[];
  /** Machine time. */
  readonly now: number;
}

/** `examineAt`: when the zone is examined next; absent: as before. */
export function noteProblems(
  database: ChangeStore,
  { id, name, workspaceId }: Pick<Domain, 'id' | 'name' | 'workspaceId'>,
  look: Look & { readonly examineAt?: number },
): Promise<void> {
  return persist(database, {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'shared',
    async load(reader) {
      const domain = await reader.first(lockDomainById, { id });
      const [row, stored] = await Promise.all([
        reader.first(findDnssec, { domainId: id }),
        reader.all(listDnssecProblems, { domainId: id }),
      ]);
      return { domain, row, stored };
    },
    decide({ domain, row, stored }) {
      if (domain?.state !== 'live') return { answer: undefined, change: noChange };
      const { examineAt } = look;
      const rows = problemRows(domain, stored, look);
      const examined =
        row === undefined || examineAt === undefined
          ? []
          : [update(domainDnssec, { domainId: id }, { examineAt })];
      const change: Change = { rows: [...rows, ...examined] };
      return { answer: undefined, change };
    },
  });
}

function problemRows(
  { id: domainId, workspaceId }: Pick<Domain, 'id' | 'workspaceId'>,
  stored: readonly FoundProblem[],
  { kinds, found, now }: Look,
): readonly RowWrite[] {
  return kinds.flatMap((kind): readonly RowWrite[] => {
    const before = stored.find((each) => each.kind === kind);
    const after = found.find((each) => each.kind === kind);
    if (after === undefined) {
      return before === undefined ? [] : [remove(dnssecProblems, { domainId, kind })];
    }
    const { detail } = after;
    if (before === undefined) {
      return [insert(dnssecProblems, { domainId, kind, workspaceId, detail, since: now })];
    }
    return before.detail === detail ? [] : [update(dnssecProblems, { domainId, kind }, { detail })];
  });
}
