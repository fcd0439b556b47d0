/** Comments of the sets of a domain. */
import { fixedLimits } from '../../../base/limits.ts';
import { query } from '../../schema.ts';
import { setComments } from '../../tables/records/set-comments.ts';

const { commentedSets, charactersPerSetComments } = fixedLimits;

/** All of a domain. Each character may take four bytes, or six where JSON escapes it. */
export const listSetComments = query<{ domainId: string }>({
  atMost: commentedSets,
  because: 'commentedSets',
  bytes: commentedSets * 8 * charactersPerSetComments,
})(({ db, p }) =>
  db
    .selectFrom('set_comments')
    .select(setComments.select('name', 'type', 'comments'))
    .where('domain_id', '=', p.domainId),
).decodedBy(setComments);
