/** Runs an operation of the API as the operator; a refusal becomes one line. */
import { type Endpoint, type EndpointName, endpoints, type Input } from '@hostmaster/contract';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { persist } from '../changes/persist.ts';
import { operationsOf } from '../composition/open-stores.ts';
import { createValidatorCompiler } from '../http/validation.ts';
import type { Call, ChangeOperation, ReadOperation } from '../operations/operation.ts';
import { operatorActor } from '../workspaces/actor.ts';
import { type CommandContext, CommandError } from './command.ts';

export async function operatorCall(context: CommandContext, workspaceId: string): Promise<Call> {
  return {
    actor: operatorActor(workspaceId),
    now: await context.now(),
    services: operationsOf(context.config, context),
    operationId: newId('act'),
  };
}

export async function operate<I, O>(
  context: CommandContext,
  workspaceId: string,
  { operation, input }: { readonly operation: ChangeOperation<I, O>; readonly input: I },
): Promise<O> {
  const { database } = context;
  const call = await operatorCall(context, workspaceId);
  return refusing(async () => persist(database, await operation.begin(database, call, input)));
}

export async function readAsOperator<I, O>(
  context: CommandContext,
  workspaceId: string,
  { operation, input }: { readonly operation: ReadOperation<I, O>; readonly input: I },
): Promise<O> {
  const call = await operatorCall(context, workspaceId);
  return refusing(() => operation.read(context.database, call, input));
}

/** Checks what came from files and prompts, as the API checks a body. */
export function requireBody<N extends EndpointName>(name: N, body: object): Input<N> {
  const endpoint: Endpoint = endpoints[name];
  const checked = createValidatorCompiler()({ schema: endpoint.body })(body);
  if (typeof checked === 'object') throw new CommandError(checked.error.message);
  return body as Input<N>;
}

/** A refusal with a cause is not the operator's to fix. */
export async function refusing<T>(
  work: () => Promise<T>,
  options: Readonly<Record<string, string>> = {},
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isExpected = error instanceof Refusal && error.cause === undefined;
    throw isExpected ? new CommandError(inOptions(error, options)) : error;
  }
}

/** What a refusal blames, by the options that the fields came from. */
function inOptions(
  { message, fields }: Refusal,
  options: Readonly<Record<string, string>>,
): string {
  const [problem] = fields;
  const option = problem && options[problem.path.replace(/\[\d+\]$/, '')];
  return problem === undefined || option === undefined ? message : `${option}: ${problem.message}`;
}
