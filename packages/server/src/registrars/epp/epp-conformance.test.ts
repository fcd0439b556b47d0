import { describeOnBothEngines } from '../../../../../test/rig/engines.ts';
import { describeRegistrarConformance } from '../conformance.ts';
import { eppUnderTest } from './epp-under-test.ts';

describeOnBothEngines('a registry over EPP', (engine) => {
  describeRegistrarConformance('the EPP registrar', async () => eppUnderTest(await engine.place()));

  if (engine.name === 'postgres') return;
  describeRegistrarConformance(
    'the EPP registrar with disclosure flags and host attributes',
    async () =>
      eppUnderTest(await engine.place(), {
        privacy: { by: 'disclose' },
        nameservers: 'attributes',
        fees: { use: 'always', currency: 'USD', creditsPerUnit: 1 },
      }),
  );
});
