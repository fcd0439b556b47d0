/**
 * Faults for tests: each rule applies its fault to the matching commands, a given number of times.
 */

export const faultKinds = [
  'drop-before-commit', // close without calling the backend
  'drop-after-commit', // call the backend, close without a reply
  'delay', // reply late, after the commit
  'half-frame', // commit, send half of the reply, close
  'reset', // reset the connection, before or after the commit
  'bad-xml', // commit, reply with something that is not XML
  'result', // answer with a code such as 2400 or 2502, before or after the commit
  'silence', // read the command, do nothing, stay connected
  'greeting-then-silence', // the same from the login on
  'refuse-login', // 2200, or another code
  'pending', // answer 1001
  'out-of-order', // commit, send the reply of an earlier command first
  'duplicate', // commit, send the reply twice
  'close-on-reused-cltrid', // close without calling the backend when a clTRID comes back
  'close-when-idle', // reply, then close
] as const;

export interface EppFault {
  readonly kind: (typeof faultKinds)[number];
  /** Result code of `result` (default 2400) and `refuse-login` (default 2200). */
  readonly code?: number;
  /** Length of a `delay`. */
  readonly delayMs?: number;
  /** Whether `reset` and `result` call the backend first; default false. */
  readonly afterCommit?: boolean;
}

export interface FaultRule extends EppFault {
  /** A command such as `domain:create`; default: any but login and logout. */
  readonly type?: string;
  /** An object's exact name, or a pattern. */
  readonly name?: string | RegExp;
  /** Default 1; Infinity for always. */
  readonly times?: number;
}

export interface FaultTarget {
  readonly type: string;
  readonly names: readonly string[];
  readonly clTRIDReused: boolean;
}

/** Rules are tried in the order they were added; each command takes at most one fault. */
export class FaultPlan {
  #rules: { readonly rule: FaultRule; left: number }[] = [];

  add(rule: FaultRule): this {
    this.#rules.push({ rule, left: rule.times ?? 1 });
    return this;
  }

  clear(): void {
    this.#rules = [];
  }

  /** Faults that have not happened yet. */
  get remaining(): number {
    return this.#rules.reduce((sum, { left }) => sum + left, 0);
  }

  take(target: FaultTarget): EppFault | undefined {
    const found = this.#rules.find(({ rule }) => matches(rule, target));
    if (found === undefined) return undefined;
    found.left -= 1;
    this.#rules = this.#rules.filter(({ left }) => left > 0);
    return found.rule;
  }
}

function matches(rule: FaultRule, target: FaultTarget): boolean {
  const { name } = rule;
  if (rule.kind === 'close-on-reused-cltrid' && !target.clTRIDReused) return false;
  if (!matchesType(rule, target.type)) return false;
  if (name === undefined) return true;
  return target.names.some((candidate) =>
    typeof name === 'string' ? candidate === name : candidate.search(name) >= 0,
  );
}

function matchesType(rule: FaultRule, type: string): boolean {
  if (rule.kind === 'refuse-login' || rule.kind === 'greeting-then-silence')
    return type === 'login';
  if (rule.type !== undefined) return type === rule.type;
  return type !== 'login' && type !== 'logout';
}
