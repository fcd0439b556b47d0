/** The sandbox registrar with both clocks set by the test. */

import { dayMs } from '@hostmaster/contract/durations';
import { rivalAuthCode, rivalId, type SandboxRegistry } from '@hostmaster/registry';
import { findContact } from '@hostmaster/registry/storage';
import {
  locationOf,
  openSandboxRegistrar,
} from '../../packages/server/src/adapters/sandbox/open-sandbox-registrar.ts';
import { SandboxRegistrar } from '../../packages/server/src/adapters/sandbox/sandbox-registrar.ts';
import type { Registrar, RegistryDomain } from '../../packages/server/src/registrars/registrar.ts';
import type { TestEngine, TestPlace } from './engines.ts';
import type { RegistryUnderTest } from './registrar-conformance/rule.ts';
import { openSeverableProxy } from './severable-proxy.ts';

export interface SandboxClocks {
  machine: number;
  calendar: number;
}

export interface SandboxTestOptions {
  readonly place: TestPlace;
  readonly clocks?: SandboxClocks;
  readonly delayMs?: number;
  readonly clientId?: string;
}

/** Deliberately far apart: code that uses the wrong clock fails its test. */
export function testClocks(): SandboxClocks {
  return { machine: Date.UTC(2026, 0, 1), calendar: Date.UTC(2031, 5, 15, 12, 30, 0, 123) };
}

export function openTestSandbox(options: SandboxTestOptions): Promise<SandboxRegistrar> {
  const { place, clocks = testClocks(), delayMs = 1_000, clientId = 'hostmaster' } = options;
  return openSandboxRegistrar({
    ...locationOf(place),
    machineClock: { now: () => clocks.machine },
    calendarNow: async () => clocks.calendar,
    delayMs,
    clientId,
  });
}

/** Opens in a fresh place by default; closed when the block ends. */
export async function openSandboxOn(
  engine: TestEngine,
  options: Partial<SandboxTestOptions> = {},
): Promise<{ registrar: SandboxRegistrar; clocks: SandboxClocks; place: TestPlace }> {
  const place = options.place ?? (await engine.place());
  const clocks = options.clocks ?? testClocks();
  const registrar = await openTestSandbox({ ...options, place, clocks });
  engine.afterwards(() => registrar.close());
  return { registrar, clocks, place };
}

export async function shown(registrar: SandboxRegistrar, name: string): Promise<RegistryDomain> {
  const domain = await registrar.info(name);
  if (domain === null) throw new Error(`The registry does not know ${name}.`);
  return domain;
}

let namesGiven = 0;

export function freshName(prefix = 'name-'): string {
  namesGiven += 1;
  return `${prefix}${namesGiven}.com`;
}

function rivalName(kind: string) {
  return { name: freshName(`sandbox-rival-${kind}`), authCode: rivalAuthCode };
}

/** The other registrar at the same registry. */
export function rivalOf(registry: SandboxRegistry, clocks: SandboxClocks): Registrar {
  const machineClock = { now: () => clocks.machine };
  return new SandboxRegistrar({ registry, clientId: rivalId, machineClock });
}

/** A name for each behaviour of the sandbox registry, whichever way it is reached. */
export const namesUnderTest = {
  ordinaryName: () => freshName(),
  foreignName: () => freshName('sandbox-taken-'),
  reservedName: () => freshName('sandbox-reserved-'),
  premiumName: () => freshName('sandbox-premium-'),
  declinedName: () => freshName('sandbox-reject-'),
  unrenewableName: () => freshName('sandbox-norenew-'),
  lostReplyName: () => freshName('sandbox-lost-'),
  lostCommandName: () => freshName('sandbox-flaky-'),
  tradedName: () => freshName('sandbox-trade-'),
  untradedName: () => freshName('sandbox-notrade-'),
  redeemableName: () => freshName('sandbox-redemption-'),
  rivalNames: {
    approving: () => rivalName('approves-'),
    instant: () => rivalName('instant-'),
    denying: () => rivalName('denies-'),
    silent: () => rivalName(''),
    locked: () => rivalName('locked-'),
    young: () => rivalName('young-'),
  },
};

/** The email address of the registrant in the registry's own store. */
export async function registrantEmail(registry: SandboxRegistry, name: string): Promise<string> {
  const object = await registry.info(name);
  const id = object?.registrantId ?? '';
  const contact = await registry.db.first(findContact, { id });
  if (contact === undefined || !('email' in contact.details)) throw new Error(`${name}: ${id}`);
  return contact.details.email;
}

/** For the conformance suite. A database server can be taken away; a file cannot. */
export async function sandboxUnderTest(place: TestPlace): Promise<RegistryUnderTest> {
  const clocks = testClocks();
  const proxy = place.databaseUrl === null ? null : await openSeverableProxy(place.databaseUrl);
  const registrar = await openTestSandbox({
    place: { ...place, databaseUrl: proxy?.url ?? null },
    clocks,
  });
  return {
    registrar,
    ...namesUnderTest,
    registrantEmail: (name) => registrantEmail(registrar.registry, name),
    rival: rivalOf(registrar.registry, clocks),
    letRegistryDecide: async () => {
      clocks.machine += 30_000;
    },
    passDays: async (days) => {
      clocks.calendar += days * dayMs;
    },
    close: async () => {
      await registrar.close();
      await proxy?.close();
    },
    ...(proxy === null
      ? {}
      : {
          whileUnreachable: async (meanwhile: () => Promise<void>) => {
            proxy.cut();
            try {
              await meanwhile();
            } finally {
              proxy.restore();
            }
          },
        }),
  };
}
