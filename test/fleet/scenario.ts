/** How much a run does: npm run test:fleet gives the arguments, and without them a run is short. */
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
}

export function readScenario(): Scenario {
  const { HOSTMASTER_FLEET_ZONES: zones, HOSTMASTER_FLEET_SECONDS: seconds } = process.env;
  const isFull = zones !== undefined;
  return {
    isFull,
    seed: Number(process.env.HOSTMASTER_FLEET_SEED ?? 12),
    zones: Number(zones ?? 12),
    seconds: Number(seconds ?? 5),
    burst: isFull ? { count: 500, seconds: 60 } : { count: 24, seconds: 2 },
    changesPerSecond: isFull ? 200 : 20,
  };
}
