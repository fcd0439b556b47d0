/**
 * Names of as many labels as they may have: each has a hundred names above it, which an operation may look
 * up one by one.
 */
import { endpoints } from '@hostmaster/contract';
import { apiPaths, dashboardPaths } from '@hostmaster/contract/paths';
import { costs as pageCosts } from '../../packages/server/src/dashboard-api/costs.ts';
import { costs } from '../../packages/server/src/http/costs.ts';
import { rrsetBytesMax } from '../../packages/server/src/powerdns-api/route.ts';
import { type Attack, httpAttack, type Turn } from './attack.ts';
import { deepName, type World } from './world.ts';

/** New ones each time, as many as fit into the body. */
function names({ tag }: World, { connection, index }: Turn, bytes: number): readonly string[] {
  const first = deepName(`${tag}-${connection}-${index}-0`);
  const count = Math.floor(bytes / (first.length + 200));
  return Array.from({ length: count }, (_, each) =>
    deepName(`${tag}-${connection}-${index}-${each}`),
  );
}

const batchBytes = 1_000_000;
const batchMax = 500;

const changeRecords = httpAttack(
  {
    ...{ name: 'changeRecords: deep names', ...apiPaths.changeRecords, takesBody: true },
    ...{ cost: costs.changeRecords, as: 'key', bodyBytesMax: endpoints.changeRecords.bodyBytesMax },
  },
  (world, turn) => ({
    domain: world.zones.busy,
    creates: names(world, turn, batchBytes)
      .slice(0, batchMax)
      .map((name) => ({ type: 'A', name, value: '192.0.2.1' })),
  }),
);

const planZoneImport = httpAttack(
  {
    ...{ name: 'planZoneImport: deep names', ...dashboardPaths.planZoneImport, takesBody: true },
    ...{ cost: pageCosts.planZoneImport, as: 'owner' },
  },
  (world, turn) => ({
    domain: world.zones.busy,
    mode: 'merge',
    text: names(world, turn, 2_000_000)
      .map((name) => `${name} 300 A 192.0.2.1`)
      .join('\n'),
  }),
);

const patchZone = httpAttack(
  {
    ...{ name: 'PATCH of deep names', method: 'PATCH', takesBody: true, cost: 'long', as: 'key' },
    ...{ path: '/api/v1/servers/localhost/zones/{zone}', bodyBytesMax: rrsetBytesMax },
  },
  (world, turn) => ({
    zone: `${world.zones.busy}.`,
    rrsets: names(world, turn, rrsetBytesMax).map((name) => ({
      ...{ name: `${name}.${world.zones.busy}.`, type: 'A', changetype: 'REPLACE', ttl: 300 },
      records: [{ content: '192.0.2.1' }],
    })),
  }),
);

const listProblems = httpAttack(
  {
    ...{ name: 'listProblems: deep names', ...apiPaths.listProblems, takesBody: false },
    ...{ cost: costs.listProblems, as: 'key' },
  },
  ({ zones }) => ({ domain: zones.deep }),
);

export const deepAttacks: readonly Attack[] = [
  changeRecords,
  planZoneImport,
  patchZone,
  listProblems,
];
