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
}

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
