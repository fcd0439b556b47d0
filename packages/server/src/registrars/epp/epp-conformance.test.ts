import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { eppUnderTest } from '@hostmaster/test-rig/epp-registrar';
import { describeRegistrarConformance } from '@hostmaster/test-rig/registrar-conformance/registrar-conformance';

describeOnBothEngines('a registry over EPP', (engine) => {
  describeRegistrarConformance('the EPP registrar', async () => eppUnderTest(await engine.place()));

  if (engine.name === 'postgres') return;
  describeRegistrarConformance(
    'the EPP registrar with disclosure flags, host attributes and hidden auth codes',
    async () =>
      eppUnderTest(await engine.place(), {
        privacy: { by: 'disclose' },
        nameservers: 'attributes',
        authCodes: 'hidden',
        fees: { use: 'always', currency: 'USD', creditsPerUnit: 1 },
      }),
  );
});
