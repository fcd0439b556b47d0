/**
 * Every state that a customer can be in, with the events that say so. Each list is total over the type
 * of its states: a state that is new in the code does not compile here without its event.
 */
import type { EventType, Output } from '@hostmaster/contract';
import type { RegistryJobKind } from '../../packages/server/src/fulfilment/registry-jobs.ts';
import type { TopUp } from '../../packages/server/src/storage/tables/credits/top-ups.ts';
import type { DomainState } from '../../packages/server/src/storage/tables/domains/domains.ts';
import type { PaidRenewal } from '../../packages/server/src/storage/tables/renewal/paid-renewals.ts';
import type { Term } from '../../packages/server/src/storage/tables/renewal/terms.ts';
import type { TransferStatus } from '../../packages/server/src/storage/tables/transfers/transfers-in.ts';
import type { TransferOut } from '../../packages/server/src/storage/tables/transfers/transfers-out.ts';
import type { Webhook } from '../../packages/server/src/storage/tables/webhooks/webhooks.ts';

type Events = readonly [EventType, ...EventType[]];
type States<S extends string> = Readonly<Record<S, Events>>;

const status: States<Output<'getDomain'>['domain']['status']> = {
  active: ['domain.registered', 'domain.renewed', 'domain.transfer_succeeded', 'domain.restored'],
  expiring_soon: ['domain.expiring'],
  expired: ['domain.expired'],
  failed: ['domain.registration_failed', 'domain.renewal_failed'],
};

const domain: States<DomainState> = {
  provisioning: ['domain.registration_started', 'domain.registration_undecided'],
  incoming: ['domain.transfer_started'],
  live: ['domain.registered', 'domain.transfer_succeeded', 'domain.restored'],
  releasing: ['domain.releasing', 'domain.deleted'],
  released: ['domain.released', 'domain.transferred_away'],
  failed: ['domain.registration_failed', 'domain.dismissed'],
};

const registration: States<Term['state']> = {
  pending: ['domain.registration_started'],
  posted: ['domain.registered'],
  voided: ['domain.registration_failed'],
};

const renewal: States<Term['state']> = {
  pending: ['domain.renewal_started', 'domain.restore_started', 'domain.renewal_undecided'],
  posted: ['domain.renewed'],
  voided: ['domain.renewal_failed', 'domain.restore_failed'],
};

const transfer: States<TransferStatus> = {
  pending: ['domain.transfer_started', 'domain.transfer_resumed'],
  waiting_for_losing_registrar: ['domain.transfer_waiting'],
  action_required: ['domain.transfer_action_required'],
  succeeded: ['domain.transfer_succeeded'],
  failed: ['domain.transfer_failed'],
  cancelled: ['domain.transfer_cancelled'],
};

const transferOut: States<TransferOut['state']> = {
  pending: ['domain.transfer_out_requested'],
  approved: ['domain.transferred_away'],
  denied: ['domain.transfer_out_denied'],
  cancelled: ['domain.transfer_out_cancelled'],
};

const hold: States<'held' | 'lifted'> = {
  held: ['domain.held'],
  lifted: ['domain.hold_lifted'],
};

const registrantAddress: States<'confirmed' | 'unconfirmed'> = {
  unconfirmed: ['domain.registrant_unconfirmed'],
  confirmed: ['domain.registrant_confirmed'],
};

const contactChange: States<'pending' | 'accepted' | 'refused'> = {
  pending: ['domain.contact_change_started'],
  accepted: ['domain.contact_changed'],
  refused: ['domain.contact_change_refused'],
};

const settings: States<'set' | 'waiting' | 'accepted' | 'refused'> = {
  set: ['domain.settings_changed', 'domain.nameservers_changed'],
  waiting: ['domain.nameservers_waiting'],
  accepted: ['domain.updated'],
  refused: ['domain.update_refused'],
};

const topUp: States<TopUp['state'] | 'refunded' | 'disputed'> = {
  created: ['credits.top_up_started'],
  paid: ['credits.topped_up'],
  failed: ['credits.top_up_failed'],
  expired: ['credits.top_up_expired'],
  refunded: ['credits.payment_refunded'],
  disputed: ['credits.payment_disputed'],
};

const paidRenewal: States<PaidRenewal['state']> = {
  waiting: ['credits.top_up_started'],
  done: ['domain.renewal_started'],
  refused: ['domain.renewal_failed'],
};

const workspace: States<'active' | 'suspended' | 'too few credits' | 'budget spent'> = {
  active: ['workspace.resumed'],
  suspended: ['workspace.suspended'],
  'too few credits': ['credits.low', 'credits.removed'],
  'budget spent': ['credits.budget_reached'],
};

const dnssec: States<
  'turning_on' | 'on' | 'rolling' | 'moving' | 'turning_off' | 'off' | 'refused'
> = {
  turning_on: ['dnssec.turning_on', 'dnssec.ds_followed'],
  on: ['dnssec.on', 'dnssec.ds_kept', 'dnssec.rolled', 'dnssec.foreign_keys_removed'],
  rolling: ['dnssec.rolling'],
  moving: [
    'dnssec.foreign_keys_added',
    'dnssec.shared',
    'dnssec.foreign_keys_removing',
    'dnssec.handing_over',
  ],
  turning_off: ['dnssec.turning_off', 'dnssec.nameservers_waiting'],
  off: ['dnssec.off'],
  refused: ['dnssec.ds_refused'],
};

const cds: States<'followed' | 'not followed'> = {
  followed: ['dnssec.cds_following'],
  'not followed': ['dnssec.cds_following'],
};

const bulk: States<'finished' | 'cancelled'> = {
  finished: ['bulk.finished'],
  cancelled: ['bulk.finished'],
};

const webhook: States<Webhook['state']> = {
  active: ['webhook.resumed'],
  paused: ['webhook.paused'],
};

const key: States<'created' | 'expired' | 'revoked'> = {
  created: ['key.created', 'update_key.created'],
  expired: ['key.expired', 'update_key.expired'],
  revoked: ['key.revoked', 'update_key.revoked'],
};

/** By the subject, as docs/events.md shows them. */
export const stateEvents = {
  'status of a domain': status,
  domain,
  registration,
  'renewal or restore': renewal,
  transfer,
  'transfer to another registrar': transferOut,
  'hold of a domain': hold,
  'address of the registrant': registrantAddress,
  'change of owner data': contactChange,
  'nameservers and settings': settings,
  DNSSEC: dnssec,
  'CDS records': cds,
  'top-up': topUp,
  'renewal paid by a top-up': paidRenewal,
  workspace,
  'bulk operation': bulk,
  webhook,
  key,
} as const satisfies Record<string, States<string>>;

/** How each job at the registry can end; null where its end changes nothing for a customer. */
export const jobEnds: Readonly<Record<RegistryJobKind, Events | null>> = {
  'provision-domain': ['domain.registered', 'domain.registration_failed'],
  'transfer-domain': [
    'domain.transfer_succeeded',
    'domain.transfer_failed',
    'domain.transfer_cancelled',
  ],
  'renew-domain': ['domain.renewed', 'domain.renewal_failed'],
  // Years that the customer has already.
  'extend-domain': null,
  'converge-domain': [
    'domain.updated',
    'domain.update_refused',
    'domain.contact_changed',
    'domain.contact_change_refused',
    'dnssec.on',
    'dnssec.ds_refused',
  ],
  'release-domain': ['domain.deleted', 'domain.released', 'domain.restored'],
  'restore-domain': ['domain.restored', 'domain.restore_failed'],
  'end-domain': ['domain.transferred_away'],
  'follow-transfer-out': [
    'domain.transferred_away',
    'domain.transfer_out_denied',
    'domain.transfer_out_cancelled',
  ],
  // Contacts that no domain uses.
  'clean-contacts': null,
};
