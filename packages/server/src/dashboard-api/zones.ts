/** Publication of a zone, and import and export of zone files. */
import { createHash } from 'node:crypto';
import {
  type DashboardInput,
  type DashboardOutput,
  dashboardLimits,
} from '@hostmaster/contract/dashboard';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { Pace } from '../base/fairness/pace.ts';
import { isoTime } from '../base/iso-time.ts';
import { readPublication } from '../nameserver/secondaries/zone-publication.ts';
import { zoneWarnings } from '../nameserver/zone-warnings.ts';
import { assertChangeable, loadZoneDomain } from '../operations/loading.ts';
import { PlanOutdated } from '../operations/records/persist-plan.ts';
import { previewRecord } from '../operations/zones/list-problems.ts';
import { listRevisions } from '../operations/zones/revisions.ts';
import { findZoneSize } from '../storage/queries/records/records.ts';
import { exportZone } from '../zone-files/export-zone.ts';
import { importZone, type PreparedImport, prepareImport } from '../zone-files/import-zone.ts';
import { type ImportPlan, PlanTooLarge } from '../zones/import-plan.ts';
import { InvalidZoneFile } from '../zones/read-import-file.ts';
import { actorLabels } from './actor-labels.ts';
import type { Handlers, WorkspaceRequest } from './dashboard-handler.ts';

export const zoneHandlers = {
  async getPublication({ services: { database, operations }, call }, input) {
    const domain = await loadZoneDomain(database, call, input.domain);
    const { id: domainId, name: zone } = domain;
    const { zoneRevision: revision } = domain.zone;
    const published = await readPublication(database, zone);
    // A zone outlives its registration; the state of an earlier registration must not be shown.
    const own = published?.domainId === domainId ? published : null;
    const size = await database.first(findZoneSize, { id: domainId });
    const warnings = await zoneWarnings(database, { zone, domainId, revision });
    return {
      serial: own?.serial ?? null,
      changedAt: own === null ? null : isoTime(own.changedAt),
      secondaries: (own?.secondaries ?? []).map((each) => ({
        name: each.name,
        serial: each.serial,
        isCurrent: each.isCurrent,
        isReachable: each.isReachable,
        seenAt: each.confirmedAt === null ? null : isoTime(each.confirmedAt),
        problem: each.problem,
      })),
      warnings: [...warnings.first],
      warningCount: warnings.count,
      recordBytes: size?.zone.recordBytes ?? null,
      recordBytesMax: operations.rules.limits.recordBytesPerZone,
    };
  },

  async previewRecord({ services, call }, input) {
    return { problems: await previewRecord(services.database, call, input) };
  },

  /** The revisions of the API, with the names of the actors. */
  async listHistory({ services, call }, input) {
    return services.database.snapshot(async (reader) => {
      const { domain, before } = input;
      const limit = dashboardLimits.historyPerPage;
      const page = { domain, limit, ...(before === undefined ? {} : { before: Number(before) }) };
      const { revisions } = await listRevisions.read(reader, call, page);
      const labelOf = await actorLabels(
        reader,
        revisions.map(({ actor }) => actor),
      );
      const oldest = revisions.at(-1)?.revision ?? 1;
      const { id } = await loadZoneDomain(reader, call, domain);
      const size = await reader.first(findZoneSize, { id });
      return {
        revisions: revisions.map(({ actor, ...revision }) => ({
          ...revision,
          actor: { ...actor, label: labelOf(actor) },
        })),
        next: revisions.length < limit || oldest === 1 ? null : String(oldest),
        bytes: size?.zone.revisionBytes ?? 0,
        bytesMax: services.operations.rules.limits.revisionBytes,
      };
    });
  },

  async planZoneImport(request, input) {
    const { plan } = await prepare(request, input);
    return { plan: planView(plan), planHash: await planHash(plan) };
  },

  async applyZoneImport(request, input) {
    const prepared = await prepare(request, input);
    const { plan } = prepared;
    const { database } = request.services;
    if ((await planHash(plan)) !== input.planHash) throw planOutdated();
    try {
      await importZone(database, request.call, prepared);
    } catch (error) {
      throw error instanceof PlanOutdated ? planOutdated() : error;
    }
    const { added, changed, removed } = planView(plan).counts;
    return { added, changed, removed };
  },

  async exportZone({ services, call }, input) {
    const domain = await loadZoneDomain(services.database, call, input.domain);
    const { soaDefaults } = services.operations.rules;
    const options = { soaDefaults, clientGone: call.clientGone?.() };
    return {
      fileName: `${domain.name}.zone`,
      content: exportZone(services.database, domain, options),
    };
  },
} satisfies Partial<Handlers>;

async function prepare(
  { services, call }: WorkspaceRequest,
  input: DashboardInput<'planZoneImport'>,
): Promise<PreparedImport> {
  const { zoneFileBytesMax } = dashboardLimits;
  if (input.text === '' || input.text.length > zoneFileBytesMax) {
    const message = `must be a zone file of at most ${zoneFileBytesMax} characters`;
    throw invalidRequest({ path: 'text', message });
  }
  if (input.text.includes('\0')) {
    throw invalidRequest({ path: 'text', message: 'must be a zone file, which has no NUL' });
  }
  const domain = await loadZoneDomain(services.database, call, input.domain);
  assertChangeable(domain);
  try {
    const { limits } = services.operations.rules;
    const { text, mode = 'merge' } = input;
    const clientGone = call.clientGone?.();
    return await prepareImport(services.database, { domain, text, mode, limits, clientGone });
  } catch (error) {
    if (error instanceof PlanTooLarge) {
      throw invalidRequest({ path: 'text', message: error.message });
    }
    if (!(error instanceof InvalidZoneFile)) throw error;
    const fields = error.faults.first.map((message) => ({ path: 'text', message }));
    throw new Refusal('invalid_request', `text: ${error.message}`, { fields });
  }
}

/** The first items of each list, and the number of all: a plan may have thousands. */
function planView(plan: ImportPlan): DashboardOutput<'planZoneImport'>['plan'] {
  const first = <T>(items: readonly T[]) => items.slice(0, dashboardLimits.planItemsMax);
  return {
    counts: {
      added: plan.added.length,
      changed: plan.changed.length,
      removed: plan.removed.length,
      unchanged: plan.unchanged,
      refused: plan.refused.count,
      notes: plan.notes.count,
    },
    added: first(plan.added),
    changed: first(plan.changed),
    removed: first(plan.removed),
    refused: [...plan.refused.first],
    notes: [...plan.notes.first],
  };
}

/** Proves that the client has seen exactly this plan. */
async function planHash(plan: ImportPlan): Promise<string> {
  const digest = createHash('sha256');
  const pace = new Pace();
  for (const [part, value] of Object.entries(plan)) {
    for (const item of [value].flat()) {
      await pace.step();
      digest.update(`${part} ${JSON.stringify(item)}\n`);
    }
  }
  return digest.digest('hex');
}

function planOutdated(): Refusal {
  return new Refusal(
    'plan_outdated',
    'The records have changed since this preview. Review the new one and import again.',
  );
}
