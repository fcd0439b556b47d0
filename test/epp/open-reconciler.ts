/** Reconciliation over EPP, beside a running service. */
import type { TestEngine } from '@hostmaster/test-rig/engines';
import { configFor } from '@hostmaster/test-rig/service-config';
import { openEppRegistrar } from '../../packages/server/src/adapters/epp/open-epp-registrar.ts';
import { readEppConfig } from '../../packages/server/src/adapters/epp/read-epp-config.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { rulesOf } from '../../packages/server/src/composition/open-stores.ts';
import { reconcile } from '../../packages/server/src/reconciliation/reconcile.ts';
import type { EppService } from './epp-service.ts';

export function openReconciler(engine: TestEngine, service: EppService) {
  const config = configFor(service.place, service.registry.settings);
  const registrar = openEppRegistrar({
    registries: readEppConfig(config.eppConfigFile ?? ''),
    database: service.database,
    clock: systemClock,
    stopping: new AbortController().signal,
  });
  engine.afterwards(() => registrar.close());
  const services = {
    database: service.database,
    registrar,
    rules: rulesOf(config, registrar),
    clock: systemClock,
  };
  const run = (options: Parameters<typeof reconcile>[1]) => reconcile(services, options);
  return { services, run };
}
