/** Search, quotes, the details of a domain, and the activity. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { availability, domainFields, limits, pendingFulfillment } from '../schemas.ts';
import { fullContact } from './contacts.ts';
import { dashboardPaths } from './paths.ts';
import {
  credits,
  type DashboardEndpoint,
  dashboardLimits,
  done,
  namedActor,
  nullable,
  oneOf,
  text,
  time,
} from './schemas.ts';
import { transferOut } from './transfers-out.ts';

const { creditsCharged: _, ...shownFields } = domainFields;

const isOwn = Type.Boolean({ description: 'This workspace has registered the name.' });

const searchText = Type.String({ format: 'line', maxLength: dashboardLimits.searchLengthMax });

const foundName = Type.Object({
  ...availability.properties,
  isOwn,
  registerCredits: credits,
  renewCredits: credits,
});

const quote = Type.Object({ years: Type.Integer(), credits, expiresAt: time });

export const activityEntry = Type.Object({
  id: text,
  at: time,
  actor: namedActor,
  action: text,
  subject: text,
  details: Type.Record(Type.String(), Type.Unknown()),
  origin: nullable(
    Type.Object({
      address: text,
      proof: Type.Optional(
        Type.String({ description: 'What a person has signed in with; absent for keys.' }),
      ),
    }),
  ),
  text: Type.String({ description: 'What was done, as a sentence without the actor.' }),
});

const activityFilter = {
  /** Only about this domain. */
  domain: Type.Optional(
    Type.String({ format: 'line', maxLength: dashboardLimits.searchLengthMax }),
  ),
  /** Mails that were sent are left out by default. */
  mails: Type.Optional(oneOf(['shown', 'hidden'])),
};

const entryProblems = ['on_hold', 'renewal_failed', 'dnssec'] as const;

/**
 * Status of a domain in the list; a new one is `provisioning` until the registry confirms it, and
 * `deleted` is what the registry is about to free.
 */
const entryStatuses = [
  'provisioning',
  'active',
  'expiring_soon',
  'expired',
  'deleted',
  'failed',
] as const;

const restorableUntil = Type.Union([time, Type.Null()], {
  description: 'Until then the deleted domain can be restored; null when it cannot.',
});

export const domainEndpoints = {
  searchDomains: {
    ...dashboardPaths.searchDomains,
    summary: 'Whether a name is free under the suffixes sold, and for how much',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      query: searchText,
    }),
    response: Type.Object({
      /** The label that was searched for; null when the text cannot be a domain name. */
      label: nullable(text),
      results: Type.Array(foundName),
    }),
    errors: ['invalid_request', 'too_many_questions', 'registry_unavailable'],
  },
  searchDomainList: {
    ...dashboardPaths.searchDomainList,
    summary: 'Whether each name of a list is free, and for how much',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    body: Type.Object({
      names: Type.Array(searchText, { minItems: 1, maxItems: limits.checkedDomainsMax }),
    }),
    response: Type.Object({
      /** For each name in its order. */
      results: Type.Array(
        Type.Object({
          /** The text can be a domain name. */
          isName: Type.Boolean(),
          /** The name, or the word under its first suffix; null where no registry answers for it. */
          found: nullable(foundName),
        }),
      ),
    }),
    errors: [...bodyErrors, 'too_many_questions', 'registry_unavailable'],
  },
  lookUpDomain: {
    ...dashboardPaths.lookUpDomain,
    summary: 'What the public sees of any domain, of this service or of the world',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      domain: Type.String({ format: 'line', maxLength: dashboardLimits.searchLengthMax }),
    }),
    response: Type.Object({
      domain: text,
      /** `no_server`: none is known for the suffix. `unavailable`: it did not answer, or not so. */
      outcome: oneOf(['found', 'not_found', 'no_server', 'unavailable']),
      /** The host that was asked. */
      server: nullable(text),
      data: nullable(
        Type.Object({
          registrar: nullable(text),
          registrant: nullable(text),
          registeredAt: nullable(time),
          expiresAt: nullable(time),
          changedAt: nullable(time),
          transferredAt: nullable(time),
          statuses: Type.Array(text),
          nameservers: Type.Array(text),
          isSigned: nullable(Type.Boolean()),
        }),
      ),
    }),
    errors: ['invalid_request', 'too_many_questions'],
  },
  quoteRegistration: {
    ...dashboardPaths.quoteRegistration,
    summary: 'What registering a name costs, for each number of years',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      domain: Type.String({ format: 'line', maxLength: dashboardLimits.searchLengthMax }),
    }),
    response: Type.Object({
      ...availability.properties,
      isOwn,
      isPrivacyOffered: Type.Boolean(),
      quotes: Type.Array(quote),
      renewCredits: credits,
      balance: credits,
    }),
    errors: ['invalid_request', 'unsupported_tld', 'too_many_questions', 'registry_unavailable'],
  },
  quoteTransfer: {
    ...dashboardPaths.quoteTransfer,
    summary: 'What the transfer of a name from another registrar costs',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      domain: Type.String({ format: 'line', maxLength: dashboardLimits.searchLengthMax }),
    }),
    response: Type.Object({
      domain: text,
      credits,
      renewCredits: credits,
      isPrivacyOffered: Type.Boolean(),
      balance: credits,
    }),
    errors: [
      'invalid_request',
      'unsupported_tld',
      'not_transferable',
      'too_many_questions',
      'registry_unavailable',
    ],
  },
  listDomainEntries: {
    ...dashboardPaths.listDomainEntries,
    summary: 'The domains of the workspace, without dismissed registrations',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    response: Type.Object({
      domains: Type.Array(
        Type.Object({
          name: text,
          status: oneOf(entryStatuses),
          autoRenew: Type.Boolean(),
          expiresAt: time,
          createdAt: time,
          restorableUntil,
          nameservers: Type.Array(text),
          isSigned: Type.Boolean({ description: 'DNSSEC is on, or is being turned on.' }),
          /** What needs attention; null where nothing does. */
          problem: nullable(oneOf(entryProblems)),
          tags: Type.Array(text),
        }),
      ),
    }),
    errors: [],
  },
  dismissRegistration: {
    ...dashboardPaths.dismissRegistration,
    summary: 'Hide a failed registration in the dashboard',
    access: 'workspace',
    act: 'domains.buy',
    idempotent: false,
    response: done,
    errors: ['malformed_body', 'domain_not_found'],
  },
  getDomainDetails: {
    ...dashboardPaths.getDomainDetails,
    summary: 'One domain with its lifecycle, prices and contact',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    response: Type.Object({
      domain: Type.Object({
        ...shownFields,
        pendingFulfillment,
        state: oneOf(['provisioning', 'live', 'releasing', 'failed']),
        /** Why the registration, or the latest renewal, failed. */
        failure: nullable(text),
        isPremium: Type.Boolean(),
        isTransferLocked: Type.Boolean(),
        isPrivacyOffered: Type.Boolean(),
        restorableUntil,
        /** A restore was requested, and the registry has not confirmed or refused it. */
        isRestoring: Type.Boolean(),
        /** The request of another registrar for the domain; null without one. */
        transferOut: nullable(transferOut),
        /** Why the operator has put the domain on hold; null when it is not. */
        holdReason: nullable(text),
        /** Null for members who may not see contacts and prices; then there are no terms and quotes. */
        contact: nullable(fullContact),
        /** Whether the registrant has confirmed the address; null where we have not asked. */
        registrantAddress: nullable(
          Type.Object({
            status: oneOf(['confirmed', 'waiting', 'overdue']),
            askedAt: time,
            /** Until when to confirm it; null once that is over. */
            dueAt: nullable(time),
          }),
        ),
        /** The registry has not confirmed the contact. */
        isContactPending: Type.Boolean(),
        zoneVersion: Type.String({ description: 'For If-Match of a change of the nameservers.' }),
        defaultNameservers: Type.Array(text),
        /** Nameservers may wait for it (getDnssec). */
        isDnssecEnding: Type.Boolean(),
        terms: Type.Array(
          Type.Object({
            kind: oneOf(['registration', 'renewal']),
            years: Type.Integer(),
            state: oneOf(['pending', 'posted', 'voided']),
            isAutomatic: Type.Boolean(),
            acceptedAt: time,
            credits,
          }),
        ),
        expiringSoonAt: time,
        /** The next attempt of auto-renewal; null when there is none. */
        autoRenewAt: nullable(time),
        graceEndsAt: time,
        /** Empty when the domain cannot be renewed. */
        renewalQuotes: Type.Array(quote),
      }),
    }),
    errors: ['malformed_body', 'domain_not_found'],
  },
  sendRegistrantLink: {
    ...dashboardPaths.sendRegistrantLink,
    summary: "Mail the link that confirms the registrant's address again",
    access: 'workspace',
    act: 'domains.manage',
    idempotent: false,
    response: done,
    errors: ['malformed_body', 'domain_not_found', 'too_many_attempts'],
  },
  listActivity: {
    ...dashboardPaths.listActivity,
    summary: 'Activity, newest first, in pages',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      ...activityFilter,
      /** `next` of the page before. */
      before: Type.Optional(Type.String({ format: 'line', maxLength: 40 })),
    }),
    response: Type.Object({ entries: Type.Array(activityEntry), next: nullable(text) }),
    errors: ['invalid_request'],
  },
  exportActivityCsv: {
    ...dashboardPaths.exportActivityCsv,
    summary: 'The activity as CSV, newest first',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object(activityFilter),
    response: text,
    mediaType: 'text/csv',
    errors: ['invalid_request'],
  },
  exportActivityLines: {
    ...dashboardPaths.exportActivityLines,
    summary: 'The activity as JSON lines, newest first',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object(activityFilter),
    response: text,
    mediaType: 'application/jsonl',
    errors: ['invalid_request'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
