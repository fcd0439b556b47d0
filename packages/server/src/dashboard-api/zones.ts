/** Publication of a zone, and import and export of zone files. */
import { hash } from 'node:crypto';
import type { DashboardInput } from '@hostmaster/contract/dashboard';
import { ZoneFileError } from '@hostmaster/dns';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { isoTime } from '../base/iso-time.ts';
import { zoneWarnings } from '../nameserver/zone-warnings.ts';
import { assertChangeable, loadDomain } from '../operations/loading.ts';
import { zonePublication } from '../storage/queries/zone-confirmations.ts';
import { exportZone } from '../zone-files/export-zone.ts';
import type { ImportPlan } from '../zone-files/import-plan.ts';
import {
  type ImportRequest,
  importZone,
  PlanOutdated,
  PlanTooLarge,
  readImportPlan,
} from '../zone-files/import-zone.ts';
import type { Handlers, WorkspaceRequest } from './handler.ts';

export const zoneHandlers = {
  async getPublication({ services, call }, input) {
    return services.database.snapshot(async (reader) => {
      const { id: domainId, name: zone } = await loadDomain(reader, call, input.domain);
      const rows = await reader.all(zonePublication, { zone });
      // A zone outlives its registration; the state of an earlier registration must not be shown.
      const own = rows.filter((row) => row.domainId === domainId);
      return {
        serial: own[0]?.serial ?? null,
        changedAt: own[0] === undefined ? null : isoTime(own[0].changedAt),
        secondaries: own.flatMap((row) =>
          row.secondary === null
            ? []
            : [
                {
                  name: row.secondary,
                  serial: row.confirmedSerial,
                  isCurrent: row.confirmedSerial === row.serial,
                  seenAt: row.confirmedAt === null ? null : isoTime(row.confirmedAt),
                },
              ],
        ),
        warnings: await zoneWarnings(reader, { zone, domainId }),
      };
    });
  },

  async planZoneImport(request, input) {
    const plannedImport = await importRequest(request, input);
    const plan = await planOf(request, plannedImport);
    return { plan: { ...plan, ...listsOf(plan) }, planHash: planHash(plan) };
  },

  async applyZoneImport(request, input) {
    const plannedImport = await importRequest(request, input);
    const shown = await planOf(request, plannedImport);
    if (planHash(shown) !== input.planHash) throw planOutdated();
    try {
      await request.transact((tx) => importZone(tx, request.call, { ...plannedImport, shown }));
    } catch (error) {
      throw error instanceof PlanOutdated ? planOutdated() : error;
    }
    return {
      added: shown.added.length,
      changed: shown.changed.length,
      removed: shown.removed.length,
    };
  },

  async exportZone({ services, call, offerAs }, input) {
    const domain = await loadDomain(services.database, call, input.domain);
    offerAs(`${domain.name}.zone`);
    return (await services.database.snapshot((reader) => exportZone(reader, domain))).join('');
  },
} satisfies Partial<Handlers>;

async function importRequest(
  { services, call }: WorkspaceRequest,
  input: DashboardInput<'planZoneImport'>,
): Promise<ImportRequest> {
  if (input.text.includes('\0')) {
    throw invalidRequest({ path: 'text', message: 'must be a zone file, which has no NUL' });
  }
  const domain = await loadDomain(services.database, call, input.domain);
  assertChangeable(domain);
  return { domain, text: input.text, mode: input.mode ?? 'merge' };
}

async function planOf(
  { services }: WorkspaceRequest,
  plannedImport: ImportRequest,
): Promise<ImportPlan> {
  try {
    return await readImportPlan(services.database, plannedImport);
  } catch (error) {
    if (error instanceof ZoneFileError || error instanceof PlanTooLarge) {
      throw invalidRequest({ path: 'text', message: error.message });
    }
    throw error;
  }
}

function listsOf(plan: ImportPlan) {
  return {
    added: [...plan.added],
    changed: [...plan.changed],
    removed: [...plan.removed],
    refused: [...plan.refused],
    notes: [...plan.notes],
  };
}

/** Proves that the client has seen exactly this plan. */
function planHash(plan: ImportPlan): string {
  return hash('sha256', JSON.stringify(plan), 'hex');
}

function planOutdated(): Refusal {
  return new Refusal(
    'plan_outdated',
    'The records have changed since this preview. Review the new one and import again.',
  );
}
