/**
 * The contract of registrar.ts as a suite. If you write an adapter, read the rules beside this file
 * in the order of `conformanceRules`: each is one sentence of the contract and the least code that
 * shows it. Then give `describeRegistrarConformance` a way to open your adapter against a registry
 * you control, and make every rule pass. A rule that needs a means you do not offer or a capability
 * you do not declare is reported as skipped, with what it lacks.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { changingRules } from './changing.ts';
import { creatingRules } from './creating.ts';
import { questionsRules } from './questions.ts';
import { renewingRules } from './renewing.ts';
import type { ConformanceRule, RegistryUnderTest } from './rule.ts';
import { sendingRules } from './sending.ts';
import { transferringRules } from './transferring.ts';

/** By heading, in the order of the contract. */
export const conformanceRules: Readonly<Record<string, readonly ConformanceRule[]>> = {
  questions: questionsRules,
  commands: sendingRules,
  create: creatingRules,
  renew: renewingRules,
  'update and delete': changingRules,
  transfer: transferringRules,
};

export function describeRegistrarConformance(
  name: string,
  open: () => Promise<RegistryUnderTest>,
): void {
  describe(`${name} keeps the registrar contract`, () => {
    let subject: RegistryUnderTest;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    for (const [heading, rules] of Object.entries(conformanceRules)) {
      describe(heading, () => {
        for (const rule of rules) {
          it(rule.title, async ({ skip }) => {
            if (!offers(subject, rule)) skip(`not offered: ${rule.needs}`);
            await rule.run(subject);
          });
        }
      });
    }
  });
}

function offers(subject: RegistryUnderTest, { needs }: ConformanceRule): boolean {
  if (needs === undefined) return true;
  if (needs === 'transferLock')
    return subject.registrar.capabilitiesFor(subject.ordinaryName()).transferLock;
  return subject[needs] !== undefined;
}
