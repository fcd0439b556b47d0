/** What the commands about one live domain share: a change, and the wait for the registry. */
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import type { Change } from '../../changes/change.ts';
import { persist } from '../../changes/persist.ts';
import { createBackground } from '../../composition/create-background.ts';
import { rulesOf } from '../../composition/open-stores.ts';
import { type LoadedSigned, loadSigned } from '../../operations/dnssec/leave-signed.ts';
import { domainKey } from '../../operations/loading.ts';
import type { Call } from '../../operations/operation.ts';
import {
  assertLive,
  DomainNotLive,
  loadLive,
} from '../../operations/transfers/prepare-transfer-out.ts';
import { findDomainById } from '../../storage/queries/domains/domains.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import { type CommandContext, CommandError, type StoreFlags, withStores } from '../command.ts';
import { requireHeldDomain } from '../zones/zone-export.ts';

const waitMsMax = 30_000;
const askEveryMs = 50;

/** False when the registry has not confirmed the desired state in time; the service keeps trying. */
export function waitUntilApplied(context: CommandContext, { id }: Domain): Promise<boolean> {
  return waitUntil(context, async () => {
    const row = await context.database.first(findDomainById, { id });
    return row !== undefined && row.registry.appliedRevision >= row.registry.desiredRevision;
  });
}

export type OperatorCall = Pick<Call, 'actor' | 'now' | 'operationId'>;

export async function callFor(
  context: CommandContext,
  { workspaceId }: Pick<Domain, 'workspaceId'>,
): Promise<OperatorCall> {
  const actor = operatorActor(workspaceId);
  return { actor, now: await context.now(), operationId: newId('act') };
}

/** Changes a domain that is still live. */
export async function changeLive(
  context: CommandContext,
  domain: Domain,
  change: (call: OperatorCall, live: Domain, signed: LoadedSigned | null) => Change,
): Promise<void> {
  const call = await callFor(context, domain);
  await persist(context.database, {
    keys: [domainKey(domain.name)],
    owner: domain.workspaceId,
    commit: 'alone',
    async load(reader) {
      const live = await loadLive(reader, domain);
      const rules = rulesOf(context.config, context.registrar);
      return { live, signed: await loadSigned(reader, live, rules) };
    },
    decide: ({ live, signed }) => ({ answer: undefined, change: change(call, live, signed) }),
  });
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
