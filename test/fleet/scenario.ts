/** How much a run does. The short form is part of npm test; npm run test:fleet gives the arguments. */
import type { PeerKind } from '@hostmaster/test-rig/secondary-servers';
import { fleetKinds } from './fleet.ts';

export interface Scenario {
  readonly isFull: boolean;
  readonly seed: number;
  /** Before the disturbances begin. */
  readonly zones: number;
  /** How long zones change while servers fail. */
  readonly seconds: number;
  /** Registrations in this time, with records written at once. */
  readonly burst: { readonly count: number; readonly seconds: number };
  readonly changesPerSecond: number;
  /** Servers of the measurement of speed; a fleet has all of them. */
  readonly servers: readonly PeerKind[];
  /** Whether the zones of the measurement of speed are signed. */
  readonly isSigned: boolean;
}

export function readScenario(): Scenario {
  const { HOSTMASTER_FLEET_ZONES: zones, HOSTMASTER_FLEET_SECONDS: seconds } = process.env;
  const { HOSTMASTER_FLEET_RATE: rate, HOSTMASTER_FLEET_SERVERS: servers } = process.env;
  const isFull = zones !== undefined;
  return {
    isFull,
    seed: Number(process.env.HOSTMASTER_FLEET_SEED ?? 12),
    zones: Number(zones ?? 12),
    seconds: Number(seconds ?? 5),
    burst: isFull ? { count: 500, seconds: 60 } : { count: 24, seconds: 2 },
    changesPerSecond: Number(rate ?? (isFull ? 200 : 20)),
    isSigned: process.env.HOSTMASTER_FLEET_SIGNED === 'yes',
    servers: fleetKinds.filter((kind) => servers === undefined || servers.includes(kind)),
  };
}
