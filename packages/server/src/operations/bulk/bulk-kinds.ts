/** What a bulk operation does with each domain: the operation of an endpoint, and what it is given. */
import {
  type BulkKind,
  type EndpointName,
  endpoints,
  type Input,
  type Output,
} from '@hostmaster/contract';
import type { Act } from '@hostmaster/contract/roles';
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
import { updateTransferLock } from '../transfers/update-transfer-lock.ts';

/** One domain of a bulk operation. */
export interface BulkTarget {
  readonly domain: string;
  readonly parameters: BulkParameters;
  /** The highest price to accept; absent while it is planned. */
  readonly maxCredits?: number;
}

export interface BulkRules {
  readonly act: Act;
  readonly required: readonly (keyof BulkParameters)[];
  readonly optional: readonly (keyof BulkParameters)[];
  /** At least one of these is given, where there are any. */
  readonly oneOf: readonly (keyof BulkParameters)[];
  /** Its domains are of the workspace already, so that a filter can choose them. */
  readonly isForOwnDomains: boolean;
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
    isForOwnDomains: false,
    input: ({ domain, parameters, maxCredits }) => ({
      domain,
      years: parameters.years ?? 1,
      autoRenew: parameters.autoRenew ?? false,
      privacyEnabled: parameters.privacyEnabled ?? false,
      contact: contactOf(parameters),
      ...(maxCredits === undefined ? {} : { maxCredits }),
    }),
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
};

function rules<N extends EndpointName>(
  endpoint: N,
  operation: ChangeOperation<Input<N>, Output<N>>,
  {
    required = [],
    optional = [],
    oneOf = [],
    isForOwnDomains = true,
    input,
    credits = () => 0,
  }: {
    readonly required?: readonly (keyof BulkParameters)[];
    readonly optional?: readonly (keyof BulkParameters)[];
    readonly oneOf?: readonly (keyof BulkParameters)[];
    readonly isForOwnDomains?: boolean;
    input(target: BulkTarget): Input<N>;
    credits?(answer: Output<N>): number;
  },
): BulkRules {
  return {
    act: endpoints[endpoint].act,
    required,
    optional,
    oneOf,
    isForOwnDomains,
    begin: (database, call, target) => operation.begin(database, call, input(target)),
    costCents: (answer) => creditsToCents(credits(answer as Output<N>)) ?? 0,
  };
}

function contactOf({ contact }: BulkParameters): RegistrantContact {
  if (contact === undefined) throw new Error('The bulk operation was stored without a contact.');
  return contact;
}
