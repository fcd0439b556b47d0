/** The state of the service, for accounts that `hostmaster user operator` has named. */
import { Refusal } from '../base/errors.ts';
import { isoTimeOrNull } from '../base/iso-time.ts';
import { countUnfinished } from '../jobs/queue.ts';
import { secondaryAddresses, secondaryState } from '../nameserver/secondaries/secondary-state.ts';
import { countDnssecProblems } from '../storage/queries/domains/dnssec-problems.ts';
import { findUser } from '../storage/queries/people/users.ts';
import { listSecondaries } from '../storage/queries/secondaries/secondaries.ts';
import type { Handlers } from './dashboard-handler.ts';

export const serviceStateHandlers = {
  async getServiceState({ services, accountId }) {
    const { database } = services;
    const user = await database.first(findUser, { id: accountId });
    if (user?.operatorSince == null) {
      throw new Refusal('forbidden', 'Only operators of this service see its state.');
    }
    const [secondaries, behind, { fresh, retried }, problems] = await Promise.all([
      database.all(listSecondaries, {}),
      services.zonesBehind(),
      countUnfinished(database),
      database.all(countDnssecProblems, {}),
    ]);
    const zonesBehind = new Map(behind.map(({ secondary, zones }) => [secondary, zones]));
    return {
      secondaries: secondaries.map((secondary) => ({
        name: secondary.name,
        addresses: secondaryAddresses(secondary),
        state: secondaryState(secondary),
        silentSince: isoTimeOrNull(secondary.unreachableSince),
        answeredAt: isoTimeOrNull(secondary.reachedAt),
        zonesBehind: zonesBehind.get(secondary.name) ?? 0,
      })),
      work: { waiting: fresh, retriedAtRegistries: retried.registry, retriedMails: retried.mail },
      dnssecProblems: problems.map(({ kind, count }) => ({ kind, zones: count })),
    };
  },
} satisfies Partial<Handlers>;
