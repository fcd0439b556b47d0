/**
 * Limits that keep one customer from slowing the others down. docs/limits.md says what each limits and
 * how the service answers beyond it. A limit is a setting where operators differ, and fixed where
 * another value would only do harm (ADR 0017).
 */
import { limits } from '@hostmaster/contract';
import { type Setting, setting } from './setting.ts';
import { integer } from './setting-values.ts';

export const limitSettings = {
  recordsPerZone: limit('HOSTMASTER_RECORDS_PER_ZONE', {
    default: '100000',
    meaning: 'Records that one domain may have.',
  }),
  recordBytesPerZone: limit('HOSTMASTER_RECORD_BYTES_PER_ZONE', {
    default: '16777216',
    meaning: 'Bytes that the names and values of the records of one domain may have together.',
  }),
  recordsPerName: limit('HOSTMASTER_RECORDS_PER_NAME', {
    default: '500',
    meaning: 'Records that one owner name of a domain may have.',
  }),
  apiKeys: limit('HOSTMASTER_API_KEYS', {
    default: '100',
    meaning: 'Valid API keys that one workspace may have.',
  }),
  updateKeys: limit('HOSTMASTER_UPDATE_KEYS', {
    default: '1000',
    meaning: 'Valid dynamic DNS keys that one workspace may have.',
  }),
  members: limit('HOSTMASTER_MEMBERS', {
    default: '100',
    meaning: 'Members that one workspace may have.',
  }),
  contacts: limit('HOSTMASTER_CONTACTS', {
    default: '200',
    meaning: 'Saved contacts that one workspace may have.',
  }),
  workspaces: limit('HOSTMASTER_WORKSPACES', {
    default: '50',
    meaning: 'Workspaces that one account may be a member of when it creates another.',
  }),
  openTransfers: limit('HOSTMASTER_OPEN_TRANSFERS', {
    default: '100',
    meaning: 'Transfers from other registrars that one workspace may have open.',
  }),
  webhooks: limit('HOSTMASTER_WEBHOOKS', {
    default: '10',
    meaning: 'Webhooks that one workspace may have.',
  }),
  dnsConnections: limit('HOSTMASTER_DNS_CONNECTIONS', {
    default: '150',
    meaning: 'Open TCP connections to the DNS server, not counting those of secondaries.',
  }),
};

/** Limits without a setting, each with the reason for its value. docs/limits.md lists them in this order. */
export const fixedLimits = {
  /** A DNS message has 65,535 octets: a larger set could be stored and never be served. */
  charactersPerSet: 65_536,
  /** A zone file has at most 2 MiB, which are about as many lines of the usual length. */
  importLines: 50_000,
  /** They are planned in memory, and made in steps: about as many as a zone file of 2 MiB has. */
  importChanges: 10_000,
  /** All writers of SQLite wait for a commit, and the event loop too: about 20 ms. */
  changesPerCommit: 200,
  /** As above, before and after together: they are stored as records, in the history and in the journal. */
  changedBytesPerCommit: 262_144,
  /** A batch or DNS UPDATE is one commit: 1,000 records of the largest usual size. */
  changedBytes: 4_194_304,
  /** One commit, too; clients of DNS UPDATE send a handful. */
  updateEntries: 1_000,
  /** Keeps one customer from filling the queue of a registry; more would only wait there. */
  registryQuestions: 16,
  /** Protects strangers whose address a visitor enters. A person needs one mail, perhaps two. */
  mailsPerRecipient: 5,
  /** Owners of many domains get many notices on some days; more of them are read better in one mail. */
  noticesPerRecipient: 50,
  /** Each is a checkout at the payment provider; people pay the first one. */
  openTopUps: 20,
  /** Groups that a person can still tell apart; they are read as a whole. */
  tagsPerDomain: limits.tagsPerDomain,
  /** As above: a list to choose from. */
  tagsPerWorkspace: limits.tagsPerWorkspace,
  /** A list in a dialog. */
  savedFiltersPerMember: 50,
  /** A list to choose from; they are read as a whole. */
  templatesPerWorkspace: 50,
  /** About a hundred records of the usual length, or a few long keys. */
  templateCharacters: 16_384,
  /** They take turns, so that more of them would only wait for each other. */
  openBulks: 10,
  /** Ten of the largest: their plans and outcomes are kept like events. */
  bulkDomainsPerDay: 100_000,
  /** An open connection each; a workspace needs one per reader of its events. */
  waitingRequests: 20,
  /** A fifth of the default of all connections, so that no single network can take all of them. */
  dnsConnectionsPerNetwork: 30,
  /** Revisions of a zone that are kept beyond the retention: enough to undo what a script did. */
  revisionsKept: 1_000,
  /** Imports, searches and other long work: a person needs one at a time, a script can wait. */
  longWorkWaiting: 3,
  /** As many as the largest domain has by default; a search costs by what it reads, not what it finds. */
  searchRecords: 100_000,
  /** As above: about a third of a kilobyte for each of them. */
  searchCharacters: 33_554_432,
  /** They are read as a whole with the zone; people comment on few of its sets. */
  commentedSets: 1_000,
  /** A few sentences, or several notes of one each. */
  charactersPerSetComments: 2_000,
  /** Four zones at their limit: nothing was paid for them, and they are kept when a transfer fails. */
  preparedBytes: 67_108_864,
  /** A million and a half events of the usual size: a hundred thousand changes a week for 90 days. */
  eventBytesPerWorkspace: 536_870_912,
  /** Reading an old revision reads all that are newer, and a zone has a quarter of this at most. */
  revisionBytes: 67_108_864,
  /** As many as the records of a zone have: beyond that a transfer of the whole zone is cheaper. */
  journalBytes: 16_777_216,
  /** Four answers that are sent at the same time, each with the memory that a streamed one may take. */
  answerBytesPerWorkspace: 16_777_216,
  /** A fraction of the memory of a small machine, and eight workspaces at their limit. */
  answerBytes: 134_217_728,
  /** Longer than any network is away; a connection that takes nothing is not used any more. */
  answerIdleSeconds: 30,
  /** Far more than a deployment has: they are read as a whole. */
  secondaries: 1_000,
  /** More than a zone has nameservers: each of them is sent NOTIFY after every change. */
  secondariesPerDomain: limits.secondariesPerDomain,
  /** A few devices of a person, with their replacements; they are read as a whole. */
  passkeysPerAccount: 20,
  /** A person has an account at an employer or two, and one of their own. */
  identitiesPerAccount: 10,
  /** Eight of the largest requests; a script sends one after the other. */
  requestBytesPerWorkspace: 16_777_216,
  /** As above, of eight workspaces at their limit, or half of the memory for answers. */
  requestBytes: 67_108_864,
  /** A connection lives for seconds and asks one question, so few are open at a time. */
  whoisConnections: 200,
  /** A twentieth of all, so that no single network can take all of them. */
  whoisConnectionsPerNetwork: 10,
  /** A person needs longer for a message to the owner of a domain; programs are slowed down by it. */
  contactFormSecondsMin: 4,
} as const;

export type Limits = Readonly<
  Record<keyof typeof limitSettings | keyof typeof fixedLimits, number>
>;

/** What an event counts for: its data, and about as much as the rest of its row takes. */
export function eventBytes(dataBytes: number): number {
  return 200 + dataBytes;
}

function limit<const Name extends string>(
  name: Name,
  row: { readonly default: string; readonly meaning: string },
): Setting<number, Name> {
  return setting(name, { ...row, kind: 'limit', parse: integer({ min: 1, max: 100_000_000 }) });
}
