/** The domains of a workspace that match the filter of a bulk operation. */
import { type Input, limits } from '@hostmaster/contract';
import { loadEach } from '@hostmaster/storage';
import { invalidRequest } from '../../base/errors.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { listTagsOfEach } from '../../storage/queries/domains/domain-tags.ts';
import { pageDomains } from '../../storage/queries/domains/domains.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { reaches } from '../../workspaces/actor.ts';
import type { Call } from '../operation.ts';
import { statusOf } from '../views.ts';

type FilterInput = NonNullable<Input<'createBulk'>['filter']>;

export interface DomainFilter {
  readonly status?: FilterInput['status'];
  /** With its leading dot. */
  readonly suffix?: string;
  readonly expiresBefore?: number;
  readonly tag?: string;
}

const pageSize = 250;

export function parseFilter({ status, suffix, expiresBefore, tag }: FilterInput): DomainFilter {
  return {
    ...(tag === undefined ? {} : { tag }),
    ...(status === undefined ? {} : { status }),
    ...(suffix === undefined ? {} : { suffix: parseSuffix(suffix) }),
    ...(expiresBefore === undefined ? {} : { expiresBefore: parseTime(expiresBefore) }),
  };
}

function parseSuffix(suffix: string): string {
  const example = normaliseDomainName(`example.${suffix.replace(/^\./, '')}`);
  if (example !== null) return example.slice('example'.length);
  throw invalidRequest({ path: 'filter.suffix', message: 'must be a suffix such as com' });
}

function parseTime(text: string): number {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const message = 'must be a moment in ISO 8601, such as 2027-01-31T12:00:00Z';
  throw invalidRequest({ path: 'filter.expiresBefore', message });
}

/** In the order of their registration; each page is read with a turn of others in between. */
export async function matchingNames(
  reader: HostmasterReader,
  call: Call,
  filter: DomainFilter,
): Promise<readonly string[]> {
  const { workspaceId } = call.actor;
  const names: string[] = [];
  let afterId = '';
  for (;;) {
    const page = await reader.all(pageDomains, { workspaceId, afterId, limit: pageSize });
    const tagged = await findTagged(reader, page, filter.tag);
    for (const domain of page) {
      const { name } = domain;
      const isWanted =
        reaches(call.actor, name) &&
        (tagged === null || tagged.has(domain.id)) &&
        (filter.status === undefined || statusOf(domain, call) === filter.status) &&
        (filter.suffix === undefined || name.endsWith(filter.suffix)) &&
        (filter.expiresBefore === undefined ||
          domain.registration.expiresAt < filter.expiresBefore);
      if (isWanted) names.push(name);
    }
    if (names.length > limits.bulkDomainsMax) {
      const message = `matches more than ${limits.bulkDomainsMax} domains`;
      throw invalidRequest({ path: 'filter', message });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) break;
    afterId = last.id;
  }
  if (names.length > 0) return names;
  throw invalidRequest({ path: 'filter', message: 'matches no domain' });
}

/** The ids of those that have the tag; null where none is asked for. */
async function findTagged(
  reader: HostmasterReader,
  page: readonly { readonly id: string }[],
  tag: string | undefined,
): Promise<ReadonlySet<string> | null> {
  if (tag === undefined) return null;
  const tags = await loadEach(reader, listTagsOfEach, { domainIds: page.map(({ id }) => id) });
  return new Set(tags.flatMap((each) => (each.tag === tag ? [each.domainId] : [])));
}
