import { describeOnBothEngines } from '../../../../../test/rig/engines.ts';
import { describeRegistrarConformance } from '../conformance.ts';
import { sandboxUnderTest } from './sandbox-under-test.ts';

describeOnBothEngines('the sandbox registry', (engine) => {
  describeRegistrarConformance('the sandbox registrar', async () =>
    sandboxUnderTest(await engine.place()),
  );
});
