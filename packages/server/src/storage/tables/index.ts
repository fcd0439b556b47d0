/** The registry of tables: one line each. */
import type { RowOf } from '../table.ts';
import { accounts } from './accounts.ts';
import { activity } from './activity.ts';
import { apiKeys } from './api-keys.ts';
import { calendar } from './calendar.ts';
import { catalogConfirmations } from './catalog-confirmations.ts';
import { deployment } from './deployment.ts';
import { devices } from './devices.ts';
import { dismissedRegistrations } from './dismissed-registrations.ts';
import { domainHolds } from './domain-holds.ts';
import { domainMoves } from './domain-moves.ts';
import { domains } from './domains.ts';
import { eventStreams } from './event-streams.ts';
import { events } from './events.ts';
import { flatteningTargets } from './flattening-targets.ts';
import { flatteningUses } from './flattening-uses.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { jobs } from './jobs.ts';
import { linkTokens } from './link-tokens.ts';
import { mails } from './mails.ts';
import { members } from './members.ts';
import { ownerChanges } from './owner-changes.ts';
import { paidRenewals } from './paid-renewals.ts';
import { paymentEvents } from './payment-events.ts';
import { prices } from './prices.ts';
import { records } from './records.ts';
import { registryContacts } from './registry-contacts.ts';
import { registryHosts } from './registry-hosts.ts';
import { registryMessages } from './registry-messages.ts';
import { registryNotes } from './registry-notes.ts';
import { releaseConfirmations } from './release-confirmations.ts';
import { restores } from './restores.ts';
import { savedContacts } from './saved-contacts.ts';
import { secondaries } from './secondaries.ts';
import { secondaryExchanges } from './secondary-exchanges.ts';
import { sends } from './sends.ts';
import { sessions } from './sessions.ts';
import { terms } from './terms.ts';
import { topUps } from './top-ups.ts';
import { transfers } from './transfers.ts';
import { transfersIn } from './transfers-in.ts';
import { transfersOut } from './transfers-out.ts';
import { tsigKeys } from './tsig-keys.ts';
import { updateMessages } from './update-messages.ts';
import { users } from './users.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhooks } from './webhooks.ts';
import { workspaces } from './workspaces.ts';
import { zoneConfirmations } from './zone-confirmations.ts';
import { zoneJournal } from './zone-journal.ts';
import { zoneRevisions } from './zone-revisions.ts';
import { zones } from './zones.ts';

export const tables = {
  workspaces,
  api_keys: apiKeys,
  domains,
  domain_holds: domainHolds,
  domain_moves: domainMoves,
  owner_changes: ownerChanges,
  transfers_out: transfersOut,
  dismissed_registrations: dismissedRegistrations,
  terms,
  restores,
  records,
  secondaries,
  tsig_keys: tsigKeys,
  flattening_targets: flatteningTargets,
  flattening_uses: flatteningUses,
  sends,
  users,
  members,
  sessions,
  devices,
  link_tokens: linkTokens,
  activity,
  events,
  event_streams: eventStreams,
  webhooks,
  webhook_deliveries: webhookDeliveries,
  mails,
  idempotency_keys: idempotencyKeys,
  saved_contacts: savedContacts,
  zones,
  zone_journal: zoneJournal,
  zone_revisions: zoneRevisions,
  zone_confirmations: zoneConfirmations,
  secondary_exchanges: secondaryExchanges,
  catalog_confirmations: catalogConfirmations,
  release_confirmations: releaseConfirmations,
  registry_contacts: registryContacts,
  registry_hosts: registryHosts,
  registry_messages: registryMessages,
  registry_notes: registryNotes,
  accounts,
  calendar,
  deployment,
  jobs,
  paid_renewals: paidRenewals,
  payment_events: paymentEvents,
  prices,
  top_ups: topUps,
  transfers,
  transfers_in: transfersIn,
  update_messages: updateMessages,
} as const;

export type Rows = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> };
