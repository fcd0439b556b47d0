/** The jobs that change names at the registry: one line per kind. */
import { bindHandlers, type JobHandler } from '../jobs/handler.ts';
import { cleanContacts } from './clean-contacts.ts';
import { convergeDomain } from './converge-domain.ts';
import { endDomain } from './end-domain.ts';
import { extendDomain } from './extend-domain.ts';
import { followTransferOut } from './follow-transfer-out.ts';
import type { FulfilmentServices } from './fulfilment-context.ts';
import { provisionDomain } from './provision-domain.ts';
import { releaseDomain } from './release-domain.ts';
import { renewDomain } from './renew-domain.ts';
import { restoreDomain } from './restore-domain.ts';
import { transferDomain } from './transfer-domain.ts';

export function registryJobs(services: FulfilmentServices): ReadonlyMap<string, JobHandler> {
  return bindHandlers(
    {
      'provision-domain': provisionDomain,
      'transfer-domain': transferDomain,
      'renew-domain': renewDomain,
      'extend-domain': extendDomain,
      'converge-domain': convergeDomain,
      'release-domain': releaseDomain,
      'restore-domain': restoreDomain,
      'end-domain': endDomain,
      'follow-transfer-out': followTransferOut,
      'clean-contacts': cleanContacts,
    },
    services,
  );
}
