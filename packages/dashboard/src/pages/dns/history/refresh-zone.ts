/** After a change of the zone: what is on screen is loaded again. */
import { queryClient } from '../../../api/query-client.ts';
import type { DomainPlace } from '../../../domains/domain-query.ts';
import { watchPublication } from '../publication-query.ts';

export async function refreshZone(place: DomainPlace): Promise<void> {
  watchPublication(place);
  await queryClient.invalidateQueries({ queryKey: [place.workspaceId] });
}
