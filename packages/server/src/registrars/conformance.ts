/**
 * The contract of registrar.ts as a suite. If you write an adapter, read the rules beside this file
 * in the order of `conformanceRules`: each is one sentence of the contract and the least code that
 * shows it. Then give `describeRegistrarConformance` a way to open your adapter against a registry
 * you control, and make every rule pass. A rule that needs a means you do not offer or a capability
 * you do not declare is reported as skipped, with what it lacks.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { changingRules } from './conformance/changing.ts';
import { creatingRules } from './conformance/creating.ts';
import { questionsRules } from './conformance/questions.ts';
import { renewingRules } from './conformance/renewing.ts';
import { sendingRules } from './conformance/sending.ts';
import type { Registrar } from './registrar.ts';

/** Your adapter and the registry behind it. Whatever returns a name returns a fresh one. */
export interface RegistryUnderTest {
  readonly registrar: Registrar;
  /** A name that can be registered without ado. */
  readonly ordinaryName: () => string;
  /** Lets the registry decide everything it has accepted so far: move its clock, do not sleep. */
  readonly letRegistryDecide: () => Promise<void>;
  readonly close: () => Promise<void>;

  /** A name that another registrar holds. */
  readonly foreignName?: () => string;
  readonly premiumName?: () => string;
  /** The registry accepts the creation of this name as pending and then declines it. */
  readonly declinedName?: () => string;
  /** The registry refuses every renewal of this name. */
  readonly unrenewableName?: () => string;
  /** The registry carries out a create and a renew of this name, and the replies get lost. */
  readonly lostReplyName?: () => string;
  /** The first create of this name gets lost on the way; a later one works. */
  readonly lostCommandName?: () => string;
  /** Nothing can be sent to the registry while `meanwhile` runs. */
  readonly whileUnreachable?: (meanwhile: () => Promise<void>) => Promise<void>;
}

export interface ConformanceRule {
  readonly title: string;
  readonly needs?: OptionalMeans | 'transferLock';
  readonly run: (subject: RegistryUnderTest) => Promise<void>;
}

type OptionalMeans =
  | 'foreignName'
  | 'premiumName'
  | 'declinedName'
  | 'unrenewableName'
  | 'lostReplyName'
  | 'lostCommandName'
  | 'whileUnreachable';

/** By heading, in the order of the contract. */
export const conformanceRules: Readonly<Record<string, readonly ConformanceRule[]>> = {
  questions: questionsRules,
  commands: sendingRules,
  create: creatingRules,
  renew: renewingRules,
  'update and delete': changingRules,
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
