/** What a rule of the suite is given, and what it is. */
import type { Registrar } from '../../../packages/server/src/registrars/registrar.ts';

/** Your adapter and the registry behind it. Whatever returns a name returns a fresh one. */
export interface RegistryUnderTest {
  readonly registrar: Registrar;
  /** A name that can be registered. */
  readonly ordinaryName: () => string;
  /** Lets the registry decide everything it has accepted so far: move its clock, do not sleep. */
  readonly letRegistryDecide: () => Promise<void>;
  readonly close: () => Promise<void>;

  /** A name that another registrar holds. */
  readonly foreignName?: () => string;
  /** A name that the registry does not sell. */
  readonly reservedName?: () => string;
  readonly premiumName?: () => string;
  /** The registry accepts the creation of this name as pending and then declines it. */
  readonly declinedName?: () => string;
  /** The registry refuses every renewal of this name. */
  readonly unrenewableName?: () => string;
  /** The registry carries out a create and a renew of this name, and the replies get lost. */
  readonly lostReplyName?: () => string;
  /** The first create of this name gets lost on the way; a later one works. */
  readonly lostCommandName?: () => string;
  /** The email address of the registrant that the registry has for this name. */
  readonly registrantEmail?: (name: string) => Promise<string>;
  /** The registry accepts a new registrant of this name and decides later: yes. */
  readonly tradedName?: () => string;
  /** The registry accepts a new registrant of this name and decides later: no. */
  readonly untradedName?: () => string;
  /** A name that can be restored after its deletion, once a week has passed. */
  readonly redeemableName?: () => string;
  /** Names of another registrar, by what becomes of the request for their transfer. */
  readonly rivalNames?: Readonly<
    Record<
      'approving' | 'instant' | 'denying' | 'silent' | 'locked' | 'young',
      () => { readonly name: string; readonly authCode: string }
    >
  >;
  /** The adapter of another registrar at the same registry. */
  readonly rival?: Registrar;
  /** Moves the registry's calendar. */
  readonly passDays?: (days: number) => Promise<void>;
  /** Nothing can be sent to the registry while `meanwhile` runs. */
  readonly whileUnreachable?: (meanwhile: () => Promise<void>) => Promise<void>;
}

export interface ConformanceRule {
  readonly title: string;
  readonly needs?: OptionalMeans | 'transferLock';
  readonly run: (subject: RegistryUnderTest) => Promise<void>;
}

type OptionalMeans =
  | 'foreignName'
  | 'reservedName'
  | 'premiumName'
  | 'declinedName'
  | 'unrenewableName'
  | 'lostReplyName'
  | 'lostCommandName'
  | 'registrantEmail'
  | 'tradedName'
  | 'untradedName'
  | 'redeemableName'
  | 'rivalNames'
  | 'rival'
  | 'whileUnreachable';
