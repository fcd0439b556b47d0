/** Hides a failed registration in the dashboard. The API keeps listing it as failed. */
import { domainNotFound } from '../../base/errors.ts';
import { noChange } from '../../changes/change.ts';
import type { ChangeWork } from '../../changes/persist.ts';
import { happened } from '../../facts/fact.ts';
import { findDismissal } from '../../storage/queries/registration/dismissed-registrations.ts';
import { insert } from '../../storage/row-write.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { dismissedRegistrations } from '../../storage/tables/registration/dismissed-registrations.ts';
import { domainKey, loadLocked } from '../loading.ts';
import type { Call } from '../operation.ts';

interface LoadedRegistration {
  readonly domain: Domain;
  readonly isDismissed: boolean;
}

export function dismissRegistration(
  call: Call,
  pathName: string,
): ChangeWork<LoadedRegistration, void> {
  return {
    keys: [domainKey(pathName)],
    owner: call.actor.workspaceId,
    commit: 'shared',
    async load(reader) {
      const domain = await loadLocked(reader, call, pathName);
      const dismissal = await reader.first(findDismissal, { domainId: domain.id });
      return { domain, isDismissed: dismissal !== undefined };
    },
    decide({ domain: { id, name, state }, isDismissed }) {
      if (state !== 'failed') throw domainNotFound();
      if (isDismissed) return { answer: undefined, change: noChange };
      const change = {
        rows: [insert(dismissedRegistrations, { domainId: id, dismissedAt: call.now })],
        facts: [happened(call, { kind: 'domain.dismissed', domain: name })],
      };
      return { answer: undefined, change };
    },
  };
}
