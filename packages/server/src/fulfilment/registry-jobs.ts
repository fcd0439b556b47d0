/** The jobs that change names at the registry: one line per kind. */
import { bindHandlers, type JobHandler } from '../jobs/job-handler.ts';
import { cleanContacts } from './clean-contacts.ts';
import { convergeDomain } from './converge-domain.ts';
import { endDomain } from './end-domain.ts';
import { extendDomain } from './extend-domain.ts';
import { followTransferOut } from './follow-transfer-out.ts';
import type { FulfilmentServices } from './fulfilment-context.ts';
import { provisionDomain } from './provision-domain.ts';
import { releaseDomain } from './release-domain.ts';
import { runRenewal } from './run-renewal.ts';
import { runRestore } from './run-restore.ts';
import { runTransfer } from './run-transfer.ts';

const handlers = {
  'provision-domain': provisionDomain,
  'transfer-domain': runTransfer,
  'renew-domain': runRenewal,
  'extend-domain': extendDomain,
  'converge-domain': convergeDomain,
  'release-domain': releaseDomain,
  'restore-domain': runRestore,
  'end-domain': endDomain,
  'follow-transfer-out': followTransferOut,
  'clean-contacts': cleanContacts,
};

export type RegistryJobKind = keyof typeof handlers;

export function registryJobs(services: FulfilmentServices): ReadonlyMap<string, JobHandler> {
  return bindHandlers(handlers, services);
}
