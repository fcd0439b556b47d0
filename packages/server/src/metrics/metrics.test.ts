import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('counts what secondaries are sent, how they take it and what they answer', async () => {
  const metrics = createMetrics();
  metrics.onTransfer('ixfr');
  metrics.onNotify('refused');
  metrics.onSample({ secondary: 'ns2', isRight: true });
  metrics.onSample({ secondary: 'ns2', isRight: true });
  metrics.onSample({ secondary: 'ns2', isRight: false });
  metrics.observeSecondaries(async () => [{ secondary: 'ns2', zones: 7 }]);
  const lines = (await metrics.registry.metrics()).split('\n');
  for (const line of [
    'hostmaster_dns_transfers_total{kind="ixfr"} 1',
    'hostmaster_dns_notifies_total{outcome="refused"} 1',
    'hostmaster_secondary_samples_total{secondary="ns2",outcome="right"} 2',
    'hostmaster_secondary_samples_total{secondary="ns2",outcome="wrong"} 1',
    'hostmaster_secondary_zones_behind{secondary="ns2"} 7',
  ]) {
    expect(lines).toContain(line);
  }
});

it('shows no zones behind when the database does not answer', async () => {
  const metrics = createMetrics();
  metrics.observeSecondaries(() => Promise.reject(new Error('no database')));
  expect(await metrics.registry.metrics()).not.toContain('zones_behind{');
});
