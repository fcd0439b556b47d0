/**
 * Every operation has an attack, and some of the worst ones, chosen by the seed of the run, do not
 * harm a neighbour. `npm run adversary` runs all of them, for longer and against larger zones.
 */
import { openApiDocument } from '@hostmaster/contract';
import { dashboardEndpoints } from '@hostmaster/contract/dashboard';
import { opcodes } from '@hostmaster/dns';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { programEnvironment } from '@hostmaster/test-rig/program-environment';
import { testSeed } from '@hostmaster/test-rig/seed';
import { describe, expect, it } from 'vitest';
import { powerdnsRoutes } from '../../packages/server/src/powerdns-api/powerdns-api.ts';
import { Random } from '../fuzz/random.ts';
import { attacks } from './attacks.ts';
import { promised, type Tolerance } from './compare-rounds.ts';
import { powerdnsInputs } from './powerdns-attacks.ts';
import { Stage } from './stage.ts';

const names = attacks.map(({ name }) => name);

describe('the attacks', () => {
  it('have a name each', () => {
    expect(new Set(names).size).toBe(names.length);
  });

  it('are total over the OpenAPI document', () => {
    const { paths } = openApiDocument({ serverUrl: 'http://127.0.0.1' });
    const operations = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(names).toEqual(expect.arrayContaining(operations));
  });

  it('are total over the endpoints of the dashboard', () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(dashboardEndpoints)));
  });

  it('are total over the routes of the PowerDNS-compatible API', () => {
    const routes = powerdnsRoutes.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(Object.keys(powerdnsInputs).sort()).toEqual(routes.sort());
  });

  it('are total over the opcodes of DNS', () => {
    for (const opcode of Object.keys(opcodes)) {
      expect(names).toContainEqual(expect.stringMatching(new RegExp(`^DNS ${opcode}: `)));
    }
  });
});

const worst = [
  'restoreRevision',
  'changeRecords',
  'getRevision',
  'listRecords',
  'createTransfer',
  'planZoneImport',
  'applyZoneImport',
  'PATCH /api/v1/servers/localhost/zones/{zone}',
  'GET /api/v1/servers/localhost/search-data',
  'DNS UPDATE: a thousand entries',
  'DNS QUERY: AXFR that is not read',
];
const chosenCount = 2;
/** The machine is busy with other tests: a neighbour may be late, memory and faults are as promised. */
const tolerance: Tolerance = { ...promised, factor: 20, moreMs: 10_000 };

describeOnBothEngines('a neighbour of the attacker', (engine) => {
  const random = new Random(testSeed);
  const chosen = Array.from({ length: chosenCount }, () => random.pick(worst));

  it(`is served beside ${chosen.join(', ')}, and beside all the worst together`, async () => {
    const place = await engine.place();
    const environment = {
      ...(await programEnvironment()),
      ...environmentOf(place),
      HOSTMASTER_DNS_WORKERS: '2',
    };
    const stage = await Stage.open({
      ...{ size: 'short', seconds: 1, triesMax: 3, tolerance, environment },
    });
    engine.afterwards(() => stage.close());
    for (const name of chosen) {
      expect(await stage.attack(name, [name]), name).toMatchObject({ broken: [] });
    }
    expect(await stage.attack('all together', worst, 2)).toMatchObject({ broken: [] });
    expect(await stage.close()).toBe(true);
  }, 300_000);
});

function environmentOf({ dataDir, databaseUrl }: TestPlace): Record<string, string> {
  const place = { HOSTMASTER_DATA_DIR: dataDir };
  return databaseUrl === null ? place : { ...place, DATABASE_URL: databaseUrl };
}
