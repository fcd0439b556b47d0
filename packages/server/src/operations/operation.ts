/**
 * What an operation is: one that reads, or one that loads, decides and returns one change. A refusal
 * is thrown before anything is written.
 */
import type { EndpointName, FileEndpointName, Input, Output, Template } from '@hostmaster/contract';
import type { FindDnskeys, FindDs } from '../base/dns/ask-dnskeys.ts';
import type { FindServing } from '../base/dns/ask-serving.ts';
import type { TextSearches } from '../base/dns/ask-texts.ts';
import type { FieldProblem } from '../base/errors.ts';
import type { LongWork } from '../base/fairness/long-work.ts';
import type { Limits } from '../base/limits.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { Decided } from '../changes/persist.ts';
import type { LifecycleRules } from '../domains/lifecycle.ts';
import type { EventWaits } from '../events/event-waits.ts';
import type { JobHandover } from '../jobs/job-handover.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import type { Registrar } from '../registrars/registrar.ts';
import type { RegistryQuestions } from '../registrars/registry-questions.ts';
import type { SearchDemand } from '../search/search-demand.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import type { SoaSettings } from '../storage/tables/domains/domains.ts';
import type { WebhookTargets } from '../webhooks/webhook-target.ts';
import type { Actor } from '../workspaces/actor.ts';
import { attemptsMax, changesTooOften, type PlannedWork } from './records/persist-plan.ts';

/** The parts of the running service that operations use. */
export interface OperationServices {
  readonly registrar: Pick<Registrar, 'capabilitiesFor'>;
  readonly questions: RegistryQuestions;
  readonly secrets: SecretBox;
  readonly handover: JobHandover;
  readonly waits: EventWaits;
  /** One piece of each workspace at a time. */
  readonly longWork: LongWork;
  readonly searchDemand: SearchDemand;
  readonly webhookTargets: WebhookTargets;
  readonly findDnskeys: FindDnskeys;
  readonly findServing: FindServing;
  /** By the resolvers of `rules.parentResolvers`. */
  readonly findDs: FindDs;
  readonly textSearches: TextSearches;
  /** Those of the operator. */
  readonly templates: readonly Template[];
  readonly rules: DomainRules;
  /** The targets of links in notices. */
  readonly links: NoticeLinks;
}

export interface DomainRules extends LifecycleRules {
  readonly defaultNameservers: readonly string[];
  /** The SOA of domains without their own. */
  readonly soaDefaults: SoaSettings;
  /** Whether DNSSEC is turned on with the registration of a domain. */
  readonly signsNewDomains: boolean;
  /** The age at which keys of signed zones are replaced; null: never. */
  readonly dnssecRollAfterMs: number | null;
  /** Resolvers that must see DS records in the zone of the registry; none: its answer is enough. */
  readonly parentResolvers: readonly string[];
  readonly registryQueryMsMax: number;
  readonly limits: Limits;
  /** How long a domain stays locked after its registration and after a change of its owner. */
  readonly transferLockMs: number;
  /** How long an issued auth code is valid. */
  readonly authCodeMs: number;
  /** What happens to domains whose registrant has not confirmed the address in time. */
  readonly unconfirmedRegistrant: 'flag' | 'hold';
  /** Registrants are reminded once a year to check their data. */
  readonly remindsRegistrants: boolean;
}

/** Entity tags of a request's header, with their quotes; `any` for `*`. */
export type VersionList = readonly string[] | 'any';

/** An answer whose list is whole, or comes in pages that are read while they are sent. */
export interface OpenedList<Item = unknown> {
  /** The other members of the answer. */
  readonly rest: object;
  readonly list: readonly Item[] | AsyncGenerator<readonly Item[]>;
}

/** A client that has this version already gets no list. */
export interface VersionedList<Item = unknown> extends OpenedList<Item> {
  readonly version: string;
}

/** The caller of an operation, and the services it uses. */
export interface ReadCall {
  readonly actor: Actor;
  /** Calendar time. */
  readonly now: number;
  readonly services: OperationServices;
  /** Versions that the client has (If-None-Match); absent when it asks for the answer in any case. */
  readonly knownVersions?: VersionList;
  /** Aborted when the client has closed its connection, so that its questions can be dropped. */
  clientGone?(): AbortSignal;
}

export interface Call extends ReadCall {
  /** The versions of which one must be present (If-Match); absent when the request has no condition. */
  readonly expectedVersions?: VersionList;
  /** Becomes the id of the activity entry, which proves that the operation was committed. */
  readonly operationId: string;
}

export interface ReadOperation<I, O> {
  readonly kind: 'read';
  read(reader: HostmasterReader, call: ReadCall, input: I): Promise<O>;
}

/** A read whose answer has one long list. It costs memory by its pages. */
export interface ListOperation<I> {
  readonly kind: 'list';
  /** The member of the answer that has the list. */
  readonly member: string;
  open(
    reader: HostmasterReader,
    call: ReadCall,
    input: I,
  ): Promise<OpenedList | VersionedList | KnownVersion>;
}

/** The client has this version already. */
export interface KnownVersion {
  readonly version: string;
  readonly list: null;
}

/** A read whose answer is a file. */
export interface FileOperation<I> {
  readonly kind: 'file';
  open(reader: HostmasterReader, call: ReadCall, input: I): Promise<OpenedFile>;
}

/** Bytes, or text in pieces that are read while they are sent. */
export interface OpenedFile {
  readonly fileName: string;
  readonly content: Buffer | AsyncGenerator<string>;
}

/** `begin` parses and prepares, and returns what is loaded and decided. */
export interface ChangeOperation<I, O> {
  readonly kind: 'change';
  /** The version of what the answer shows. */
  versionOf?(answer: O): string;
  /** Whether the work of this input is long, where it is not for every input (cost.ts). */
  isLong?(input: I): boolean;
  begin(database: HostmasterDatabase, call: Call, input: I): Promise<PlannedWork<unknown, O>>;
  /** The answer to a repeated request, where something else than the answer was stored. */
  readStored?(reader: HostmasterReader, stored: object): Promise<O>;
  /** What else is wrong with an input that its schema refuses, of which it has the known problems. */
  moreProblems?(input: object, known: readonly FieldProblem[]): readonly FieldProblem[];
}

export type OperationOf<N extends EndpointName> =
  | ReadOperation<Input<N>, Output<N>>
  | ListOperation<Input<N>>
  | FileOperation<Input<N>>
  | ChangeOperation<Input<N>, Output<N>>;

export function readOperation<N extends EndpointName>(
  _endpoint: N,
  read: ReadOperation<Input<N>, Output<N>>['read'],
): ReadOperation<Input<N>, Output<N>> {
  return { kind: 'read', read };
}

export function listOperation<N extends EndpointName, M extends keyof Output<N> & string>(
  _endpoint: N,
  list: {
    readonly member: M;
    open(
      reader: HostmasterReader,
      call: ReadCall,
      input: Input<N>,
    ): Promise<
      | (OpenedList<ItemOf<Output<N>[M]>> & { readonly rest: Omit<Output<N>, M> })
      | (VersionedList<ItemOf<Output<N>[M]>> & { readonly rest: Omit<Output<N>, M> })
      | KnownVersion
    >;
  },
): ListOperation<Input<N>> {
  return { kind: 'list', ...list };
}

export function fileOperation<N extends FileEndpointName>(
  _endpoint: N,
  open: FileOperation<Input<N>>['open'],
): FileOperation<Input<N>> {
  return { kind: 'file', open };
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/**
 * The steps of an operation that changes something. `parse` checks what needs the request only;
 * `prepare` asks the outside world; `load` reads, with its locks, what the decision needs; `decide` is
 * synchronous and returns the answer and the change, or throws a refusal.
 */
export interface ChangeSteps<I, O, Parsed, Prepared, Loaded> {
  parse(input: I, call: Call): Parsed;
  /** As of a change operation. */
  isLong?(input: I): boolean;
  /** Again when `load` finds that what was prepared is outdated. */
  prepare?(reader: HostmasterReader, call: Call, parsed: Parsed): Promise<Prepared>;
  /** Changes with a common key are decided one after another; absent: those of one workspace. */
  keys?(parsed: Parsed): readonly string[];
  /** `alone` for changes of many rows, which would hold up those that share a commit. */
  readonly commit: 'shared' | 'alone';
  load(reader: HostmasterReader, call: Call, parsed: Parsed, prepared: Prepared): Promise<Loaded>;
  decide(call: Call, parsed: Parsed, loaded: Loaded, prepared: Prepared): Decided<O>;
  /** The version of what the answer shows. */
  versionOf?(answer: O): string;
  /** As of a change operation. */
  moreProblems?(input: object, known: readonly FieldProblem[]): readonly FieldProblem[];
}

/** A change operation with its steps, so that a test can decide without a database. */
interface DecidedOperation<I, O, Parsed, Prepared, Loaded> extends ChangeOperation<I, O> {
  readonly steps: ChangeSteps<I, O, Parsed, Prepared, Loaded>;
}

export function changeOperation<N extends EndpointName, Parsed, Loaded, Prepared = undefined>(
  _endpoint: N,
  steps: ChangeSteps<Input<N>, Output<N>, Parsed, Prepared, Loaded>,
): DecidedOperation<Input<N>, Output<N>, Parsed, Prepared, Loaded> {
  return {
    kind: 'change',
    steps,
    ...(steps.versionOf === undefined ? {} : { versionOf: steps.versionOf }),
    ...(steps.moreProblems === undefined ? {} : { moreProblems: steps.moreProblems }),
    ...(steps.isLong === undefined ? {} : { isLong: steps.isLong }),
    async begin(reader, call, input) {
      const parsed = steps.parse(input, call);
      const { workspaceId } = call.actor;
      const plan = async (attempt: number): Promise<PlannedWork<unknown, Output<N>>> => {
        const prepared = (await steps.prepare?.(reader, call, parsed)) as Prepared;
        return {
          keys: steps.keys?.(parsed) ?? [`workspace ${workspaceId}`],
          owner: workspaceId,
          commit: steps.commit,
          load: (loader) => steps.load(loader, call, parsed, prepared),
          decide: (loaded) => steps.decide(call, parsed, loaded as Loaded, prepared),
          async replan() {
            if (attempt === attemptsMax) throw changesTooOften();
            return plan(attempt + 1);
          },
        };
      };
      return plan(1);
    },
  };
}
