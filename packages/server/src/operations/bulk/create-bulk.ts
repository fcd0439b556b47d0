/** POST /v1/bulk. A job plans each domain by the decision of its own operation; nothing is changed. */
import type { Input } from '@hostmaster/contract';
import { invalidRequest } from '../../base/errors.ts';
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
    const { domains, filter, transfers } = input;
    const codes = transfers === undefined ? null : codesByName(transfers);
    return {
      kind: input.kind,
      parameters: parseParameters(input),
      names: codes === null ? uniqueNames(domains) : [...codes.keys()],
      codes,
      filter: filter === undefined ? null : parseFilter(filter),
    };
  },

  isLong: ({ filter }) => filter !== undefined,

  prepare: async (reader, call, { names, filter }) =>
    names ?? (await matchingNames(reader, call, filter ?? {})),

  commit: 'shared',

  async load(reader, { actor: { workspaceId }, now }) {
    const asked = { workspaceId, now };
    const [open, today] = await Promise.all([
      loadUse(reader, 'openBulks', asked),
      loadUse(reader, 'bulkDomainsPerDay', asked),
    ]);
    return { open, today };
  },

  decide(call, { kind, parameters, codes }, { open, today }, names) {
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

function uniqueNames(names: readonly string[] | undefined): readonly string[] | null {
  return names === undefined ? null : [...new Set(names.map(plannedName))];
}

/** A name that is listed twice has the last of its codes. */
function codesByName(
  transfers: NonNullable<Input<'createBulk'>['transfers']>,
): ReadonlyMap<string, string> {
  return new Map(transfers.map(({ domain, authCode }) => [plannedName(domain), authCode]));
}

/** A name that is no domain name stays as it is: its plan says so. */
function plannedName(name: string): string {
  return normaliseDomainName(name) ?? name;
}
