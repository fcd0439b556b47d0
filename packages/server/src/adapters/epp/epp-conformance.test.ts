import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { eppUnderTest, testRegistry } from '@hostmaster/test-rig/epp-registrar';
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
        fees: { ...testRegistry().fees, use: 'always' },
      }),
  );
});
