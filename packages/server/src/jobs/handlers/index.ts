/** The registry of job kinds: one line each. Kinds that wait for different peers run apart. */
import type { JobHandler } from '../handler.ts';
import { convergeDomain } from './converge-domain.ts';
import { extendDomain } from './extend-domain.ts';
import { provisionDomain } from './provision-domain.ts';
import { releaseDomain } from './release-domain.ts';
import { renewDomain } from './renew-domain.ts';
import { sendMail } from './send-mail.ts';

export const registryJobs: ReadonlyMap<string, JobHandler> = new Map([
  ['provision-domain', provisionDomain],
  ['renew-domain', renewDomain],
  ['extend-domain', extendDomain],
  ['converge-domain', convergeDomain],
  ['release-domain', releaseDomain],
]);

export const mailJobs: ReadonlyMap<string, JobHandler> = new Map([['send-mail', sendMail]]);
