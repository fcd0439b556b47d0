/** The registry of tables: one line each. */
import type { RowOf } from '@hostmaster/storage';
import { bulkAuthCodes } from './bulk/bulk-auth-codes.ts';
import { bulkItems } from './bulk/bulk-items.ts';
import { bulkOperations } from './bulk/bulk-operations.ts';
import { bulkParts } from './bulk/bulk-parts.ts';
import { dataReminders } from './contacts/data-reminders.ts';
import { ownerChanges } from './contacts/owner-changes.ts';
import { registrantAddresses } from './contacts/registrant-addresses.ts';
import { savedContacts } from './contacts/saved-contacts.ts';
import { sentDataReminders } from './contacts/sent-data-reminders.ts';
import { billingDetails } from './credits/billing-details.ts';
import { budgets } from './credits/budgets.ts';
import { ledgerAccounts } from './credits/ledger-accounts.ts';
import { ledgerEntries } from './credits/ledger-entries.ts';
import { paymentNotifications } from './credits/payment-notifications.ts';
import { receiptSeries } from './credits/receipt-series.ts';
import { receipts } from './credits/receipts.ts';
import { spendingCaps } from './credits/spending-caps.ts';
import { spendings } from './credits/spendings.ts';
import { topUps } from './credits/top-ups.ts';
import { domainSecondaries } from './domain-secondaries/domain-secondaries.ts';
import { dnssecProblems } from './domains/dnssec-problems.ts';
import { domainDnssec } from './domains/domain-dnssec.ts';
import { domainHolds } from './domains/domain-holds.ts';
import { domainTags } from './domains/domain-tags.ts';
import { domains } from './domains/domains.ts';
import { followedCds } from './domains/followed-cds.ts';
import { releaseConfirmations } from './domains/release-confirmations.ts';
import { savedFilters } from './domains/saved-filters.ts';
import { activity } from './events/activity.ts';
import { eventStreams } from './events/event-streams.ts';
import { events } from './events/events.ts';
import { hashChainLinks } from './events/hash-chain-links.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { jobs } from './jobs/jobs.ts';
import { apiKeys } from './keys/api-keys.ts';
import { updateKeys } from './keys/update-keys.ts';
import { mailBudgets } from './mail/mail-budgets.ts';
import { mails } from './mail/mails.ts';
import { commandLineLogins } from './people/command-line-logins.ts';
import { devices } from './people/devices.ts';
import { erasures } from './people/erasures.ts';
import { identities } from './people/identities.ts';
import { invitations } from './people/invitations.ts';
import { linkTokens } from './people/link-tokens.ts';
import { members } from './people/members.ts';
import { passkeys } from './people/passkeys.ts';
import { providerDomains } from './people/provider-domains.ts';
import { recoveries } from './people/recoveries.ts';
import { recoveryCodes } from './people/recovery-codes.ts';
import { sessions } from './people/sessions.ts';
import { totpSecrets } from './people/totp-secrets.ts';
import { usedChallenges } from './people/used-challenges.ts';
import { users } from './people/users.ts';
import { prices } from './prices/prices.ts';
import { records } from './records/records.ts';
import { setComments } from './records/set-comments.ts';
import { dismissedRegistrations } from './registration/dismissed-registrations.ts';
import { registryContacts } from './registry/registry-contacts.ts';
import { registryHosts } from './registry/registry-hosts.ts';
import { registryMessages } from './registry/registry-messages.ts';
import { registryNotes } from './registry/registry-notes.ts';
import { sends } from './registry/sends.ts';
import { paidRenewals } from './renewal/paid-renewals.ts';
import { restores } from './renewal/restores.ts';
import { terms } from './renewal/terms.ts';
import { searchBlocks } from './search/search-blocks.ts';
import { searchIndexes } from './search/search-indexes.ts';
import { searchKeys } from './search/search-keys.ts';
import { searchSegments } from './search/search-segments.ts';
import { secondaries } from './secondaries/secondaries.ts';
import { secondaryExchanges } from './secondaries/secondary-exchanges.ts';
import { zoneConfirmations } from './secondaries/zone-confirmations.ts';
import { calendar } from './settings/calendar.ts';
import { contactSealing } from './settings/contact-sealing.ts';
import { deployment } from './settings/deployment.ts';
import { workspaceTemplates } from './templates/workspace-templates.ts';
import { domainMoves } from './transfers/domain-moves.ts';
import { transfersIn } from './transfers/transfers-in.ts';
import { transfersOut } from './transfers/transfers-out.ts';
import { webhookDeliveries } from './webhooks/webhook-deliveries.ts';
import { webhooks } from './webhooks/webhooks.ts';
import { workspaces } from './workspaces/workspaces.ts';
import { catalogConfirmations } from './zones/catalog-confirmations.ts';
import { flatteningTargets } from './zones/flattening-targets.ts';
import { flatteningUses } from './zones/flattening-uses.ts';
import { signedNames } from './zones/signed-names.ts';
import { updateMessages } from './zones/update-messages.ts';
import { zoneJournal } from './zones/zone-journal.ts';
import { zoneKeys } from './zones/zone-keys.ts';
import { zoneRevisionParts } from './zones/zone-revision-parts.ts';
import { zoneRevisions } from './zones/zone-revisions.ts';
import { zoneSignatures } from './zones/zone-signatures.ts';
import { zoneSignings } from './zones/zone-signings.ts';
import { zones } from './zones/zones.ts';

export const tables = {
  workspaces,
  api_keys: apiKeys,
  domains,
  domain_dnssec: domainDnssec,
  dnssec_problems: dnssecProblems,
  followed_cds: followedCds,
  domain_holds: domainHolds,
  domain_tags: domainTags,
  saved_filters: savedFilters,
  workspace_templates: workspaceTemplates,
  domain_secondaries: domainSecondaries,
  domain_moves: domainMoves,
  owner_changes: ownerChanges,
  registrant_addresses: registrantAddresses,
  data_reminders: dataReminders,
  sent_data_reminders: sentDataReminders,
  transfers_out: transfersOut,
  dismissed_registrations: dismissedRegistrations,
  terms,
  restores,
  records,
  set_comments: setComments,
  secondaries,
  tsig_keys: updateKeys,
  flattening_targets: flatteningTargets,
  flattening_uses: flatteningUses,
  sends,
  users,
  members,
  sessions,
  devices,
  erasures,
  identities,
  provider_domains: providerDomains,
  invitations,
  link_tokens: linkTokens,
  totp_secrets: totpSecrets,
  recoveries,
  recovery_codes: recoveryCodes,
  command_line_logins: commandLineLogins,
  passkeys,
  used_challenges: usedChallenges,
  activity,
  events,
  event_streams: eventStreams,
  hash_chain_links: hashChainLinks,
  webhooks,
  webhook_deliveries: webhookDeliveries,
  mail_budgets: mailBudgets,
  mails,
  idempotency_keys: idempotencyKeys,
  saved_contacts: savedContacts,
  zones,
  zone_journal: zoneJournal,
  zone_revisions: zoneRevisions,
  zone_revision_parts: zoneRevisionParts,
  zone_keys: zoneKeys,
  zone_signings: zoneSignings,
  zone_signatures: zoneSignatures,
  signed_names: signedNames,
  zone_confirmations: zoneConfirmations,
  secondary_exchanges: secondaryExchanges,
  catalog_confirmations: catalogConfirmations,
  release_confirmations: releaseConfirmations,
  registry_contacts: registryContacts,
  registry_hosts: registryHosts,
  registry_messages: registryMessages,
  registry_notes: registryNotes,
  accounts: ledgerAccounts,
  billing_details: billingDetails,
  budgets,
  receipt_series: receiptSeries,
  receipts,
  calendar,
  deployment,
  contact_sealing: contactSealing,
  bulk_operations: bulkOperations,
  bulk_parts: bulkParts,
  bulk_auth_codes: bulkAuthCodes,
  bulk_items: bulkItems,
  search_indexes: searchIndexes,
  search_segments: searchSegments,
  search_blocks: searchBlocks,
  search_keys: searchKeys,
  jobs,
  paid_renewals: paidRenewals,
  payment_events: paymentNotifications,
  prices,
  spending_caps: spendingCaps,
  spendings,
  top_ups: topUps,
  transfers: ledgerEntries,
  transfers_in: transfersIn,
  update_messages: updateMessages,
} as const;

export type Rows = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> };
