/**
 * Like test card numbers: the prefix of a name selects the behaviour of the sandbox registry. This
 * table is the only definition; documentation and tests read it.
 */
export interface SandboxBehaviour {
  /** What the name's first label starts with; empty for ordinary names. */
  readonly prefix: string;
  /** Completes the sentence "The registry …". */
  readonly summary: string;
  /** Registered elsewhere. */
  readonly isTaken: boolean;
  readonly premiumFactor: number | null;
  /** A creation is accepted as pending and then declined. */
  readonly declinesCreate: boolean;
  readonly declinesRenewals: boolean;
  /** How long a creation stays pending; null for the configured delay. */
  readonly delayMs: number | null;
  /** How many creates time out without effect before one succeeds. Resets after each success. */
  readonly createTimeouts: number;
  /** Creates and renewals that were carried out are not answered. */
  readonly losesReplies: boolean;
  /** What `info` over EPP shows its sponsor as the auth code. */
  readonly authCode: 'shown' | 'absent' | 'empty';
  /** A check answers that the name is not sold. */
  readonly isReserved: boolean;
  /** A higher price than the standard one is named without a class. */
  readonly isUnclassed: boolean;
  /** What a renewal costs beyond the quoted price once the name is registered. */
  readonly renewalFactor: number;
  /** Every create fails with 2400, and nothing is done. */
  readonly failsCreate: boolean;
  /** Creates and renewals are refused because the sponsor's deposit is used up (2104). */
  readonly isUnfunded: boolean;
  /** Whether `info` over EPP lists the hosts inside the name. */
  readonly listsHosts: boolean;
  /** Changes of the nameservers are refused. */
  readonly refusesNameservers: boolean;
  /** Whether it takes DS records. */
  readonly takesSigners: boolean;
  /** What becomes of a new registrant: set at once, or traded: decided later, perhaps declined. */
  readonly ownerChange: 'update' | 'trade' | 'declined-trade';
  /** A deleted name can be restored for a time (RFC 3915), whatever the policy of the registry. */
  readonly hasRedemption: boolean;
  /** The rival registrar has registered the name, until it is transferred; null for other names. */
  readonly rival: RivalBehaviour | null;
}

export interface RivalBehaviour {
  /** How a transfer is answered. `none`: the registry approves it after five days. */
  readonly answer: 'none' | 'approves' | 'denies' | 'instant';
  readonly isLocked: boolean;
  /** Registered or transferred ten days ago, so that it cannot be transferred for 60 days. */
  readonly isYoung: boolean;
  /** How that is refused over EPP, and what `info` shows of it. */
  readonly youngRefusal: {
    readonly code: number;
    readonly shows: 'registration' | 'transfer' | 'status';
  };
  readonly isCodeExpired: boolean;
}

/** The auth code of every name of the rival. */
export const rivalAuthCode = 'Rival-Code-1';

const silentRival: RivalBehaviour = {
  answer: 'none',
  isLocked: false,
  isYoung: false,
  youngRefusal: { code: 2106, shows: 'registration' },
  isCodeExpired: false,
};

const ordinaryBehaviour: SandboxBehaviour = {
  prefix: '',
  summary: 'registers it after the configured delay',
  isTaken: false,
  premiumFactor: null,
  declinesCreate: false,
  declinesRenewals: false,
  delayMs: null,
  createTimeouts: 0,
  losesReplies: false,
  authCode: 'shown',
  isReserved: false,
  isUnclassed: false,
  renewalFactor: 1,
  failsCreate: false,
  isUnfunded: false,
  listsHosts: true,
  refusesNameservers: false,
  takesSigners: true,
  ownerChange: 'update',
  hasRedemption: false,
  rival: null,
};

export const sandboxBehaviours: readonly SandboxBehaviour[] = [
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-taken-',
    summary: 'says it is registered elsewhere',
    isTaken: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-premium-',
    summary: 'classifies it premium, ten times the price',
    premiumFactor: 10,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-reject-',
    summary: 'accepts the request, then refuses it',
    declinesCreate: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-norenew-',
    summary: 'refuses every renewal',
    declinesRenewals: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-slow-',
    summary: 'takes 30 s to provision',
    delayMs: 30_000,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-flaky-',
    summary: 'times out twice with nothing done, then registers it; renewals work at once',
    createTimeouts: 2,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-lost-',
    summary: 'registers it at once and loses the reply; the same for its renewals',
    delayMs: 0,
    losesReplies: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-reserved-',
    summary: 'does not sell it: the name is reserved',
    isReserved: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-fee-',
    summary: 'asks ten times the price and, over EPP, names no price class',
    premiumFactor: 10,
    isUnclassed: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-feerise-',
    summary: 'asks the standard price to register it, and over EPP five times as much to renew it',
    renewalFactor: 5,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-fail-',
    summary: 'fails every attempt to register it (over EPP: 2400), with nothing done',
    failsCreate: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-unfunded-',
    summary: 'over EPP refuses to register and renew it: the deposit is used up (2104)',
    isUnfunded: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-nocode-',
    summary: 'over EPP does not show its auth code',
    authCode: 'absent',
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-emptycode-',
    summary: 'over EPP shows an empty auth code',
    authCode: 'empty',
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-nohosts-',
    summary: 'over EPP does not list the hosts inside it',
    listsHosts: false,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-nons-',
    summary: 'refuses every change of its nameservers',
    refusesNameservers: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-nods-',
    summary: 'takes no DS records, so that DNSSEC cannot be turned on',
    takesSigners: false,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-trade-',
    summary: 'accepts a change of its owner and decides later, as registries with a trade do',
    ownerChange: 'trade',
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-notrade-',
    summary: 'accepts a change of its owner, then refuses it',
    ownerChange: 'declined-trade',
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-redemption-',
    summary: 'can restore it for 30 days after a deletion, and frees it 5 days later',
    hasRedemption: true,
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-approves-',
    summary: `says the rival registrar has it (auth code \`${rivalAuthCode}\`), which approves a transfer`,
    rival: { ...silentRival, answer: 'approves' },
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-denies-',
    summary: 'says the rival registrar has it, which denies a transfer',
    rival: { ...silentRival, answer: 'denies' },
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-instant-',
    summary: 'transfers it from the rival registrar at once, without asking',
    rival: { ...silentRival, answer: 'instant' },
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-locked-',
    summary: 'refuses its transfer: the rival registrar has locked it',
    rival: { ...silentRival, isLocked: true },
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-young-',
    summary: 'refuses its transfer: the rival registered it ten days ago, and it takes 60',
    rival: { ...silentRival, isYoung: true },
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-young2201-',
    summary: 'refuses its transfer for the same reason, over EPP as not authorised (2201)',
    rival: {
      ...silentRival,
      isYoung: true,
      youngRefusal: { code: 2201, shows: 'registration' },
    },
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-young2304-',
    summary:
      'refuses its transfer for the same reason, over EPP by a status of the registry (2304)',
    rival: { ...silentRival, isYoung: true, youngRefusal: { code: 2304, shows: 'status' } },
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-moved-',
    summary:
      'refuses its transfer: the rival got it ten days ago, and it takes 60 (over EPP: 2308)',
    rival: { ...silentRival, isYoung: true, youngRefusal: { code: 2308, shows: 'transfer' } },
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-oldcode-',
    summary: 'refuses its transfer: the auth code has expired',
    rival: { ...silentRival, isCodeExpired: true },
  },
  {
    ...ordinaryBehaviour,
    prefix: 'sandbox-rival-',
    summary: 'says the rival registrar has it, which does not answer: approved after five days',
    rival: silentRival,
  },
];

/** Names that people try first. In the sandbox, too, another registrar sponsors them. */
export const takenNames: ReadonlySet<string> = new Set([
  'example.com',
  'example.net',
  'example.org',
  'google.com',
]);

const takenBehaviour: SandboxBehaviour = { ...ordinaryBehaviour, isTaken: true };

export function behaviourOf(name: string): SandboxBehaviour {
  if (takenNames.has(name)) return takenBehaviour;
  if (!name.startsWith('sandbox-')) return ordinaryBehaviour;
  return sandboxBehaviours.find(({ prefix }) => name.startsWith(prefix)) ?? ordinaryBehaviour;
}
