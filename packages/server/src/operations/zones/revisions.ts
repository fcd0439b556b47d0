/** The revisions of a domain's zone: list, read, compare. */
import { limits } from '@hostmaster/contract';
import { Refusal } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import { differencePages, zonePages } from '../../revisions/read-revisions.ts';
import {
  findRevision,
  listRevisions as listRevisionsQuery,
} from '../../storage/queries/zones/zone-revisions.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import type { RecordAlteration } from '../../storage/tables/zones/zone-revisions.ts';
import { loadZoneDomain } from '../loading.ts';
import { listOperation, readOperation } from '../operation.ts';
import { foreignCursor, nextCursor, pageStart } from '../page-cursor.ts';
import { recordPages, recordView } from '../views.ts';

type HistoryDomain = DomainWith<'id' | 'createdAt' | 'zoneRevision'>;

/** GET /v1/domains/{domain}/dns/revisions. */
export const listRevisions = readOperation('listRevisions', async (reader, call, input) => {
  const {
    id: domainId,
    zone: { zoneRevision },
  } = await loadZoneDomain(reader, call, input.domain);
  const limit = input.limit ?? limits.revisionsPerPageDefault;
  const revisions = await reader.all(listRevisionsQuery, {
    domainId,
    before: Math.min(revisionBefore(input), zoneRevision + 1),
    limit,
  });
  return {
    cursor: nextCursor(revisions, limit, ({ revision }) => revision),
    revisions: revisions.map(({ at, actorKind, actorId, nameservers, ...counts }) => ({
      ...counts,
      at: isoTime(at),
      actor: { kind: actorKind, id: actorId },
      ...(nameservers === null
        ? {}
        : { nameservers: { before: [...nameservers.before], after: [...nameservers.after] } }),
    })),
  };
});

/** Infinity for the first page. */
function revisionBefore(input: Parameters<typeof pageStart>[0]): number {
  const place = pageStart(input);
  if (place === null) return Number.POSITIVE_INFINITY;
  if (/^\d{1,10}$/.test(place)) return Number(place);
  throw foreignCursor();
}

/** GET /v1/domains/{domain}/dns/revisions/{revision}. */
export const getRevision = listOperation('getRevision', {
  member: 'records',
  async open(reader, call, input) {
    const domain = await loadZoneDomain(reader, call, input.domain);
    // A path that is no number names nothing.
    const wanted = /^\d{1,9}$/.test(input.revision) ? Number(input.revision) : -1;
    const { revision, at } = await requireRevision(reader, domain, wanted);
    const zone = { domainId: domain.id, revision, clientGone: call.clientGone?.() };
    return {
      rest: { revision, at: isoTime(at) },
      list: recordPages(zonePages(reader, zone)),
    };
  },
});

/** GET /v1/domains/{domain}/dns/diff. */
export const compareRevisions = listOperation('compareRevisions', {
  member: 'changes',
  async open(reader, call, input) {
    const domain = await loadZoneDomain(reader, call, input.domain);
    const to = input.to ?? domain.zone.zoneRevision;
    const from = input.from ?? Math.max(to - 1, 0);
    const range = { from, to, clientGone: call.clientGone?.() };
    return { rest: {}, list: await openChanges(reader, domain, range) };
  },
});

interface Compared {
  readonly from: number;
  readonly to: number;
  readonly clientGone?: AbortSignal | undefined;
}

/** How the records of one version become those of another, which may be older. */
export async function readChanges(
  reader: HostmasterReader,
  domain: HistoryDomain,
  compared: Compared,
) {
  return (await Array.fromAsync(await openChanges(reader, domain, compared))).flat();
}

async function openChanges(
  reader: HostmasterReader,
  domain: HistoryDomain,
  { from, to, clientGone }: Compared,
) {
  await requireRevision(reader, domain, from);
  await requireRevision(reader, domain, to);
  const range = { domainId: domain.id, after: Math.min(from, to), upTo: Math.max(from, to) };
  return changePages(differencePages(reader, range, { clientGone }), from <= to);
}

async function* changePages(
  pages: AsyncGenerator<readonly RecordAlteration[]>,
  isForward: boolean,
) {
  for await (const page of pages) {
    yield page.map((each) => changeView(isForward ? each : reversed(each)));
  }
}

/** Throws 404 for a revision that never was, and for one that is no longer kept. */
export async function requireRevision(
  reader: HostmasterReader,
  domain: HistoryDomain,
  revision: number,
): Promise<{ revision: number; at: number }> {
  const isStart = revision === 0 && domain.zone.zoneRevision === 0;
  if (isStart) return { revision, at: domain.registration.createdAt };
  // The zone before its first change is known as long as that change is kept.
  const kept = await reader.first(findRevision, {
    domainId: domain.id,
    revision: revision === 0 ? 1 : revision,
  });
  if (kept === undefined) {
    throw new Refusal(
      'revision_not_found',
      `The zone has no revision ${revision}, or it is no longer kept.`,
    );
  }
  return revision === 0 ? { revision, at: domain.registration.createdAt } : kept;
}

function reversed([before, after]: RecordAlteration): RecordAlteration {
  return [after, before];
}

function changeView([before, after]: RecordAlteration) {
  const kind = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return {
    kind,
    ...(before === null ? {} : { before: recordView(before) }),
    ...(after === null ? {} : { after: recordView(after) }),
  } as const;
}
