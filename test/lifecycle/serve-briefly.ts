/** The service as `hostmaster serve` runs it, except that a dead process's jobs are free sooner. */
import { createLog } from '../../packages/server/src/base/log.ts';
import { startService } from '../../packages/server/src/composition/start-service.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';

const leaseMs = 1_500;

const config = readConfig(process.env);
const service = await startService(config, createLog(config.logLevel), { leaseMs });
console.log(service.url);
// Ends with the test process.
process.on('disconnect', () => process.exit(1));
