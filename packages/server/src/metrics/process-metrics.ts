/**
 * Metrics of the process: memory, CPU time, event loop, garbage collection. They are observed until the
 * process ends, so they belong to the command that serves and not to a service, which can be closed.
 */
import { collectDefaultMetrics, Registry } from 'prom-client';

export function createProcessRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
