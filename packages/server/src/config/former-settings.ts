/** Variables that set something in earlier versions. They stop nothing, and a start names them. */
import { fixedLimits } from '../base/limits.ts';
import type { Environment } from './config.ts';

const valueByName: Readonly<Record<string, number>> = {
  HOSTMASTER_CHARACTERS_PER_SET: fixedLimits.charactersPerSet,
  HOSTMASTER_IMPORT_LINES: fixedLimits.importLines,
  HOSTMASTER_IMPORT_CHANGES: fixedLimits.importChanges,
  HOSTMASTER_UPDATE_ENTRIES: fixedLimits.updateEntries,
  HOSTMASTER_REGISTRY_QUESTIONS: fixedLimits.registryQuestions,
  HOSTMASTER_MAILS_PER_RECIPIENT: fixedLimits.mailsPerRecipient,
  HOSTMASTER_OPEN_TOP_UPS: fixedLimits.openTopUps,
  HOSTMASTER_WAITING_REQUESTS: fixedLimits.waitingRequests,
  HOSTMASTER_DNS_CONNECTIONS_PER_NETWORK: fixedLimits.dnsConnectionsPerNetwork,
  HOSTMASTER_REVISIONS_KEPT: fixedLimits.revisionsKept,
};

export const formerSettings: readonly string[] = Object.keys(valueByName);

/** One line for each that is still set. */
export function formerSettingWarnings(environment: Environment): readonly string[] {
  return Object.entries(valueByName)
    .filter(([name]) => (environment[name] ?? '').trim() !== '')
    .map(([name, value]) => `${name} is no longer a setting and has no effect: it is ${value}.`);
}
