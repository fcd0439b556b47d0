/** POST /v1/bulk. A job plans each domain by the decision of its own operation; nothing is changed. */
import type { Input } from '@hostmaster/contract';
import { invalidRequest } from '../../base/errors.ts';
import { Pace } from '../../base/fairness/pace.ts';
import { newId } from '../../base/ids.ts';
import { bulkJob } from '../../changes/job-kinds.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { happened } from '../../facts/fact.ts';
import { insert } from '../../storage/row-write.ts';
import {
  type BulkOperation,
  type BulkParameters,
  bulkOperations,
} from '../../storage/tables/bulk/bulk-operations.ts';
import { requireAct } from '../../workspaces/permission.ts';
import { loadUse, requireRoomFor } from '../../workspaces/workspace-quota.ts';
import { changeOperation } from '../operation.ts';
import { newAuthCodes } from './auth-codes.ts';
import { bulkRules, domainChoices } from './bulk-kinds.ts';
import { newParts } from './bulk-parts.ts';
import { matchingNames, parseFilter } from './matching-names.ts';
import { bulkView, emptyTally } from './own-bulk.ts';

const parameterNames = [
  'years',
  'enabled',
  'nameservers',
  'contact',
  'autoRenew',
  'privacyEnabled',
  'template',
  'fields',
  'replace',
  'addTags',
  'removeTags',
] as const satisfies readonly (keyof BulkParameters)[];

export const createBulk = changeOperation('createBulk', {
  parse(input, call) {
    requireAct(call.actor, bulkRules[input.kind].act);
    requireOneChoice(input);
    const { kind, domains, transfers, filter } = input;
    return {
      kind,
      parameters: parseParameters(input),
      domains,
      transfers,
      filter: filter === undefined ? null : parseFilter(filter),
    };
  },

  isLong: ({ filter }) => filter !== undefined,

  /** Ten thousand names are read in slices with rests. */
  async prepare(reader, call, { domains, transfers, filter }) {
    if (transfers !== undefined) {
      const codes = await codesByName(transfers);
      return { names: [...codes.keys()], codes };
    }
    const names =
      domains === undefined
        ? await matchingNames(reader, call, filter ?? {})
        : await uniqueNames(domains);
    return { names, codes: null };
  },

  commit: 'shared',

  async load(reader, { actor: { workspaceId }, now }) {
    const asked = { workspaceId, now };
    const [open, today] = await Promise.all([
      loadUse(reader, 'openBulks', asked),
      loadUse(reader, 'bulkDomainsPerDay', asked),
    ]);
    return { open, today };
  },

  decide(call, { kind, parameters }, { open, today }, { names, codes }) {
    const { actor, now, services } = call;
    const { limits } = services.rules;
    requireRoomFor('openBulks', open, limits);
    requireRoomFor('bulkDomainsPerDay', today + names.length - 1, limits);
    const { workspaceId } = actor;
    const bulk: BulkOperation = {
      id: newId('blk'),
      workspaceId,
      kind,
      parameters,
      state: 'planning',
      round: 1,
      size: names.length,
      tally: emptyTally,
      creatorKind: actor.kind,
      creatorId: actor.id,
      runnerKind: actor.kind,
      runnerId: actor.id,
      createdAt: now,
      startedAt: null,
      endedAt: null,
    };
    return {
      answer: { bulk: bulkView(bulk) },
      change: {
        rows: [
          insert(bulkOperations, bulk),
          ...newParts(bulk, names),
          ...(codes === null ? [] : newAuthCodes(services.secrets, bulk, [...codes.values()])),
        ],
        jobs: [bulkJob({ workspaceId })],
        facts: [
          happened(call, {
            kind: 'bulk.plan',
            bulkId: bulk.id,
            operation: kind,
            domains: names.length,
          }),
        ],
      },
    };
  },
});

function requireOneChoice(input: Input<'createBulk'>): void {
  const { chosenBy } = bulkRules[input.kind];
  const given = domainChoices.filter((choice) => input[choice] !== undefined);
  const wrong = given.find((choice) => !chosenBy.includes(choice));
  if (wrong !== undefined) {
    const message = `cannot choose the domains of ${input.kind}; use ${chosenBy.join(' or ')}`;
    throw invalidRequest({ path: wrong, message });
  }
  const [first, second] = given;
  if (second !== undefined) {
    throw invalidRequest({ path: second, message: `cannot be combined with ${first}` });
  }
}

/** The parameters that the kind takes; others are refused, because they would be ignored. */
function parseParameters(input: Input<'createBulk'>): BulkParameters {
  const { required, optional, oneOf } = bulkRules[input.kind];
  for (const name of required) {
    if (input[name] === undefined) {
      throw invalidRequest({ path: name, message: `is required for ${input.kind}` });
    }
  }
  const [first, ...others] = oneOf;
  if (first !== undefined && oneOf.every((name) => input[name] === undefined)) {
    const message = `or ${others.join(' or ')} is required for ${input.kind}`;
    throw invalidRequest({ path: first, message });
  }
  const taken = parameterNames.filter((name) => input[name] !== undefined);
  const known = [...required, ...optional, ...oneOf];
  const unknown = taken.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalidRequest({ path: unknown, message: `is not a parameter of ${input.kind}` });
  }
  return Object.fromEntries(taken.map((name) => [name, input[name]]));
}

async function uniqueNames(domains: readonly string[]): Promise<readonly string[]> {
  const pace = new Pace();
  const names = new Set<string>();
  for (const domain of domains) {
    await pace.step();
    names.add(plannedName(domain));
  }
  return [...names];
}

/** A name that is listed twice has the last of its codes. */
async function codesByName(
  transfers: NonNullable<Input<'createBulk'>['transfers']>,
): Promise<ReadonlyMap<string, string>> {
  const pace = new Pace();
  const codes = new Map<string, string>();
  for (const { domain, authCode } of transfers) {
    await pace.step();
    codes.set(plannedName(domain), authCode);
  }
  return codes;
}

/** A name that is no domain name stays as it is: its plan says so. */
function plannedName(name: string): string {
  return normaliseDomainName(name) ?? name;
}
