/** What a bulk operation does with each domain: the operation of an endpoint, and what it is given. */
import {
  type BulkKind,
  type EndpointName,
  endpoints,
  type Input,
  type Output,
} from '@hostmaster/contract';
import type { Act } from '@hostmaster/contract/roles';
import { Refusal } from '../../base/errors.ts';
import { creditsToCents } from '../../base/money.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { BulkParameters } from '../../storage/tables/bulk/bulk-operations.ts';
import type { RegistrantContact } from '../../storage/tables/domains/domains.ts';
import { replaceContact } from '../contacts/replace-contact.ts';
import { disableDnssec } from '../dnssec/disable-dnssec.ts';
import { enableDnssec } from '../dnssec/enable-dnssec.ts';
import { changeTags } from '../domains/domain-tags.ts';
import { replaceNameservers } from '../domains/replace-nameservers.ts';
import { updateDomain } from '../domains/update-domain.ts';
import type { Call, ChangeOperation } from '../operation.ts';
import type { PlannedWork } from '../records/persist-plan.ts';
import { registerDomain } from '../registration/register-domain.ts';
import { renewDomain } from '../renewal/renew-domain.ts';
import { applyTemplate } from '../templates/apply-template.ts';
import { createTransfer } from '../transfers/create-transfer.ts';
import { updateTransferLock } from '../transfers/update-transfer-lock.ts';

/** One domain of a bulk operation. */
export interface BulkTarget {
  readonly domain: string;
  readonly parameters: BulkParameters;
  /** Where one is stored. */
  readonly authCode?: string;
  /** The highest price to accept; absent while it is planned. */
  readonly maxCredits?: number;
}

/** A request has one of these. A filter finds domains that the workspace has already. */
export const domainChoices = ['domains', 'filter', 'transfers'] as const;
type DomainChoice = (typeof domainChoices)[number];

export interface BulkRules {
  readonly act: Act;
  readonly required: readonly (keyof BulkParameters)[];
  readonly optional: readonly (keyof BulkParameters)[];
  /** At least one of these is given, where there are any. */
  readonly oneOf: readonly (keyof BulkParameters)[];
  /** The fields of the request that can name its domains. */
  readonly chosenBy: readonly DomainChoice[];
  begin(
    database: HostmasterDatabase,
    call: Call,
    target: BulkTarget,
  ): Promise<PlannedWork<unknown, unknown>>;
  /** What was debited, by the answer of the operation. */
  costCents(answer: unknown): number;
}

export const bulkRules: Readonly<Record<BulkKind, BulkRules>> = {
  renew: rules('renewDomain', renewDomain, {
    optional: ['years'],
    input: ({ domain, parameters: { years = 1 }, maxCredits }) => ({
      domain,
      years,
      ...(maxCredits === undefined ? {} : { maxCredits }),
    }),
    credits: (answer) => answer.domain.creditsCharged,
  }),
  auto_renewal: rules('updateDomain', updateDomain, {
    required: ['enabled'],
    input: ({ domain, parameters: { enabled = false } }) => ({ domain, autoRenew: enabled }),
  }),
  privacy: rules('updateDomain', updateDomain, {
    required: ['enabled'],
    input: ({ domain, parameters: { enabled = false } }) => ({ domain, privacyEnabled: enabled }),
  }),
  nameservers: rules('replaceNameservers', replaceNameservers, {
    required: ['nameservers'],
    input: ({ domain, parameters: { nameservers = [] } }) => ({
      domain,
      nameservers,
    }),
  }),
  transfer_lock: rules('updateTransferLock', updateTransferLock, {
    required: ['enabled'],
    input: ({ domain, parameters: { enabled = true } }) => ({ domain, locked: enabled }),
  }),
  contact: rules('replaceContact', replaceContact, {
    required: ['contact'],
    input: ({ domain, parameters }) => ({ domain, contact: contactOf(parameters) }),
  }),
  dnssec: {
    ...rules('enableDnssec', enableDnssec, {
      required: ['enabled'],
      input: ({ domain }) => ({ domain }),
    }),
    begin: (database, call, { domain, parameters: { enabled } }) =>
      (enabled === true ? enableDnssec : disableDnssec).begin(database, call, { domain }),
  },
  register: rules('registerDomain', registerDomain, {
    required: ['contact'],
    optional: ['years', 'autoRenew', 'privacyEnabled'],
    chosenBy: ['domains'],
    input: (target) => ({ ...purchaseOf(target), years: target.parameters.years ?? 1 }),
    credits: (answer) => answer.domain.creditsCharged,
  }),
  template: rules('applyTemplate', applyTemplate, {
    required: ['template'],
    optional: ['fields', 'replace'],
    input: ({ domain, parameters: { template = '', fields = {}, replace = false } }) => ({
      domain,
      templateId: template,
      fields,
      replace,
    }),
  }),
  tags: rules('changeTags', changeTags, {
    oneOf: ['addTags', 'removeTags'],
    input: ({ domain, parameters: { addTags, removeTags } }) => ({
      domain,
      ...(addTags === undefined ? {} : { add: addTags }),
      ...(removeTags === undefined ? {} : { remove: removeTags }),
    }),
  }),
  transfer: rules('createTransfer', createTransfer, {
    required: ['contact'],
    optional: ['autoRenew', 'privacyEnabled'],
    chosenBy: ['transfers'],
    input: (target) => ({ ...purchaseOf(target), authCode: authCodeOf(target) }),
    credits: (answer) => answer.transfer.creditsCharged,
  }),
};

function rules<N extends EndpointName>(
  endpoint: N,
  operation: ChangeOperation<Input<N>, Output<N>>,
  {
    required = [],
    optional = [],
    oneOf = [],
    chosenBy = ['domains', 'filter'],
    input,
    credits = () => 0,
  }: {
    readonly required?: readonly (keyof BulkParameters)[];
    readonly optional?: readonly (keyof BulkParameters)[];
    readonly oneOf?: readonly (keyof BulkParameters)[];
    readonly chosenBy?: readonly DomainChoice[];
    input(target: BulkTarget): Input<N>;
    credits?(answer: Output<N>): number;
  },
): BulkRules {
  return {
    act: endpoints[endpoint].act,
    required,
    optional,
    oneOf,
    chosenBy,
    begin: (database, call, target) => operation.begin(database, call, input(target)),
    costCents: (answer) => creditsToCents(credits(answer as Output<N>)) ?? 0,
  };
}

function purchaseOf({ domain, parameters, maxCredits }: BulkTarget) {
  return {
    domain,
    autoRenew: parameters.autoRenew ?? false,
    privacyEnabled: parameters.privacyEnabled ?? false,
    contact: contactOf(parameters),
    ...(maxCredits === undefined ? {} : { maxCredits }),
  };
}

function authCodeOf({ authCode }: BulkTarget): string {
  if (authCode !== undefined) return authCode;
  const message = 'The auth code is no longer stored. Create another bulk operation with it.';
  throw new Refusal('not_transferable', message);
}

function contactOf({ contact }: BulkParameters): RegistrantContact {
  if (contact === undefined) throw new Error('The bulk operation was stored without a contact.');
  return contact;
}
