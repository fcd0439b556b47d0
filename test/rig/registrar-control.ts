/**
 * Wraps the registrar of a service, so that a test can refuse, hold or break chosen
 * requests. Requests without a rule pass unchanged.
 */
import {
  type Command,
  OutcomeUnknown,
  type Registrar,
  RegistryUnavailable,
} from '../../packages/server/src/registrars/registrar.ts';

export type CommandMethod =
  | 'create'
  | 'renew'
  | 'update'
  | 'delete'
  | 'restore'
  | 'requestTransfer'
  | 'cancelTransfer'
  | 'answerTransfer';
export type RegistrarMethod = CommandMethod | 'check' | 'info' | 'outcomeOf' | 'transferOf';

/** Undefined lets the request through; anything else is the answer. */
type Rule = (argument: unknown) => Promise<unknown>;

const methods: readonly RegistrarMethod[] = [
  'check',
  'info',
  'outcomeOf',
  'create',
  'renew',
  'update',
  'delete',
  'restore',
  'requestTransfer',
  'cancelTransfer',
  'answerTransfer',
  'transferOf',
];

export class RegistrarControl {
  readonly #rules = new Map<RegistrarMethod, Set<Rule>>();
  readonly #releases = new Set<() => void>();
  readonly #lost = new Map<string, number>();

  wrap(registrar: Registrar): Registrar {
    return new Proxy(registrar, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        const original = value.bind(target) as (...given: unknown[]) => Promise<unknown>;
        const method = methods.find((known) => known === property);
        if (method === undefined) return original;
        return async (argument: unknown, ...others: unknown[]) => {
          for (const rule of this.#rules.get(method) ?? []) {
            const answer = await rule(argument);
            if (answer !== undefined) return answer;
          }
          const reply = await original(argument, ...others);
          this.#loseReply(method, argument);
          return reply;
        };
      },
    });
  }

  /** Commands about the name wait until they are released. */
  hold(method: CommandMethod, name: string): { isWaiting(): boolean; release(): void } {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#releases.add(() => resolve(undefined));
    let isWaiting = false;
    const remove = this.#add(method, async (argument) => {
      if ((argument as Command).name !== name) return undefined;
      isWaiting = true;
      return promise;
    });
    return {
      isWaiting: () => isWaiting,
      release: () => {
        remove();
        resolve(undefined);
      },
    };
  }

  /** The first commands of this kind about the name are carried out, and their replies get lost. */
  loseReplies(method: CommandMethod, name: string, count: number): void {
    this.#lost.set(`${method} ${name}`, count);
  }

  #loseReply(method: RegistrarMethod, argument: unknown): void {
    const key = `${method} ${(argument as Partial<Command> | null)?.name ?? ''}`;
    const left = this.#lost.get(key) ?? 0;
    if (left === 0) return;
    this.#lost.set(key, left - 1);
    throw new OutcomeUnknown('The test lost the reply.');
  }

  /** The n-th such command about the name, and only that, is refused by the registry. */
  refuse(method: CommandMethod, name: string, options: { nth: number }): void {
    let count = 0;
    this.#add(method, async (argument) => {
      const command = argument as Command;
      if (command.name !== name) return undefined;
      count += 1;
      if (count !== options.nth) return undefined;
      await command.beforeSend();
      return { kind: 'refused', reason: 'Refused by the test.' };
    });
  }

  /** Requests about the name are answered so; undefined lets one through. Counted from 1. */
  answer(
    method: 'info' | 'transferOf' | CommandMethod,
    name: string,
    reply: (nth: number) => unknown,
  ): { restore(): void } {
    let count = 0;
    const remove = this.#add(method, async (argument) => {
      const isQuery = method === 'info' || method === 'transferOf';
      if ((isQuery ? argument : (argument as Command).name) !== name) return undefined;
      count += 1;
      if (!isQuery) await (argument as Command).beforeSend();
      return reply(count);
    });
    return { restore: remove };
  }

  /** Gathers the commands about a name on their way to the registry. */
  watch(method: CommandMethod, name: string): { readonly commands: readonly Command[] } {
    const commands: Command[] = [];
    this.#add(method, async (argument) => {
      if ((argument as Command).name === name) commands.push(argument as Command);
      return undefined;
    });
    return { commands };
  }

  /** Questions of this kind get no answer at all, or a clear sign that there will be none. */
  breakQuestion(method: 'check' | 'info', how: 'silent' | 'unavailable'): { restore(): void } {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#releases.add(() => resolve(undefined));
    const remove = this.#add(method, async () => {
      if (how === 'unavailable')
        throw new RegistryUnavailable(new Error('The test closed the connection.'));
      return promise;
    });
    return {
      restore: () => {
        remove();
        resolve(undefined);
      },
    };
  }

  /** An unreachable registry fails every query that has one of its names. */
  breakChecksOf(suffix: string): { restore(): void } {
    const remove = this.#add('check', async (argument) => {
      const names = argument as readonly string[];
      if (!names.some((name) => name.endsWith(`.${suffix}`))) return undefined;
      throw new RegistryUnavailable(new Error(`The registry of ${suffix} is away.`));
    });
    return { restore: remove };
  }

  releaseAll(): void {
    this.#rules.clear();
    for (const release of this.#releases) release();
  }

  #add(method: RegistrarMethod, rule: Rule): () => void {
    const rules = this.#rules.get(method) ?? new Set();
    this.#rules.set(method, rules);
    rules.add(rule);
    return () => rules.delete(rule);
  }
}
