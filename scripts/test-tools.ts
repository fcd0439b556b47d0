/** npm run test:tools: the tools of docs/tools.md, those from Debian too. */
import { runVitest } from './run-vitest.ts';

runVitest(['test/tools', 'test/powerdns-api'], { HOSTMASTER_TOOLS_RUN: '1' });
