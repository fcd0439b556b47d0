/** Whether resolvers validate the signed zones, by what the service finds out about each once a day. */
import type { Stores } from '../../composition/open-stores.ts';
import { listSomeDnssecProblems } from '../../storage/queries/domains/dnssec-problems.ts';
import type { Findings } from './finding.ts';

const shownMax = 20;

export async function checkSignedZones({ database }: Stores, findings: Findings): Promise<void> {
  const problems = await database.all(listSomeDnssecProblems, { limit: shownMax + 1 });
  for (const { name, detail } of problems.slice(0, shownMax)) {
    findings.problem(`${name}: ${detail}`, `"hostmaster zone status ${name}" shows more.`);
  }
  if (problems.length > shownMax) {
    findings.problem(
      `More than ${shownMax} domains have a DNSSEC problem.`,
      'The metric hostmaster_dnssec_problems counts them by kind.',
    );
  }
  if (problems.length === 0) findings.ok('No signed zone has a problem.');
}
