/** What the commands about one live domain share: a change in a transaction, and the wait for the registry. */
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../base/ids.ts';
import { createLog } from '../base/log.ts';
import { createBackground } from '../composition/create-background.ts';
import type { Call } from '../operations/operation.ts';
import { assertLive, DomainNotLive } from '../operations/prepare-transfer-out.ts';
import { findDomainById } from '../storage/queries/domains.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { operatorActor } from '../workspaces/actor.ts';
import { type CommandContext, CommandError, type StoreFlags, withStores } from './command.ts';
import { requireHeldDomain } from './zone-export.ts';

const waitMsMax = 30_000;
const askEveryMs = 50;

/** False when the registry has not confirmed the desired state in time; the service keeps trying. */
export function waitUntilApplied(context: CommandContext, { id }: Domain): Promise<boolean> {
  return waitUntil(context, async () => {
    const row = await context.database.first(findDomainById, { id });
    return row !== undefined && row.appliedRevision >= row.desiredRevision;
  });
}

export async function apply(
  context: CommandContext,
  { workspaceId }: Pick<Domain, 'workspaceId'>,
  work: (tx: HostmasterTx, call: Pick<Call, 'actor' | 'now' | 'operationId'>) => Promise<void>,
): Promise<void> {
  const actor = operatorActor(workspaceId);
  const call = { actor, now: await context.now(), operationId: newId('act') };
  await context.database.transaction((tx) => work(tx, call));
}

/** Runs the jobs itself, in case no server is running. */
export async function waitUntil(
  context: CommandContext,
  isSo: () => Promise<boolean>,
): Promise<boolean> {
  const { config, clock } = context;
  const background = createBackground({ config, stores: context, log: createLog('silent') });
  background.startWorkers();
  try {
    for (const deadline = clock.now() + waitMsMax; clock.now() < deadline; ) {
      if (await isSo()) return true;
      await delay(askEveryMs);
    }
    return false;
  } finally {
    await background.stop();
  }
}

/** As `withStores`, with the live domain of this name. */
export async function withDomain(
  name: string,
  flags: StoreFlags,
  run: (context: CommandContext, domain: Domain) => Promise<void>,
): Promise<void> {
  await withStores(flags, async (context) => {
    const domain = await requireHeldDomain(context, name);
    try {
      assertLive(domain);
      await run(context, domain);
    } catch (error) {
      throw error instanceof DomainNotLive ? new CommandError(error.message) : error;
    }
  });
}
