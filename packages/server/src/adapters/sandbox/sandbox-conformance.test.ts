import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { describeRegistrarConformance } from '@hostmaster/test-rig/registrar-conformance/registrar-conformance';
import { sandboxUnderTest } from '@hostmaster/test-rig/sandbox-registrar';

describeOnBothEngines('the sandbox registry', (engine) => {
  describeRegistrarConformance('the sandbox registrar', async () =>
    sandboxUnderTest(await engine.place()),
  );
});
