/** When a command that runs until it is stopped is to stop. */

/** How often to look whether npm is still there. */
const lookMs = 500;

/**
 * Calls `stop` at each signal, and once when npm has ended: it passes a signal to the shell between it
 * and this process, and most shells pass nothing on.
 */
export function onStopSignal(stop: (signal: string) => void): void {
  let isTold = false;
  const tell = (signal: string) => {
    isTold = true;
    stop(signal);
  };
  process.on('SIGTERM', tell);
  process.on('SIGINT', tell);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (!isTold && process.ppid !== parent) tell('end of npm');
  }, lookMs).unref();
}
