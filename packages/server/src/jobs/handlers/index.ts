/** The registry of job kinds: one line each. */
import type { JobHandler } from '../handler.ts';
import { convergeDomain } from './converge-domain.ts';
import { provisionDomain } from './provision-domain.ts';
import { renewDomain } from './renew-domain.ts';

export const jobHandlers: ReadonlyMap<string, JobHandler> = new Map([
  ['provision-domain', provisionDomain],
  ['renew-domain', renewDomain],
  ['converge-domain', convergeDomain],
]);
