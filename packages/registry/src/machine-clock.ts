/** Drives delays; dates come from the registry's calendar, which a test may move. */
export interface MachineClock {
  now(): number;
}
