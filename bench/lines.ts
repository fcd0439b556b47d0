/** The lines of the table, and the goals of both engines. */
import type { LoadOrder } from './load.ts';
import type { ServerLoad } from './measure.ts';
import { type EngineName, get, keyOf, readDomain, spread } from './setup.ts';

export interface MeasuredLine {
  readonly title: string;
  readonly order: Pick<LoadOrder, 'kind' | 'targets' | 'batchSize'>;
  /** Number of workspaces that send in turn; one when absent. */
  readonly workspaces?: number;
  /** At least this many per second, or this share of the bare route. */
  readonly perSecond?: Readonly<Record<EngineName, number>>;
  readonly shareOfBare?: Readonly<Record<EngineName, number>>;
}

export const workspacesMax = 100;
const batchSize = 100;

export const lines: readonly MeasuredLine[] = [
  {
    title: 'GET one domain',
    order: { kind: 'get', targets: [`/v1/domains/${readDomain}`] },
    shareOfBare: { sqlite: 0.5, postgres: 0.35 },
  },
  {
    title: 'GET its records',
    order: { kind: 'get', targets: [`/v1/domains/${readDomain}/dns`] },
    shareOfBare: { sqlite: 0.5, postgres: 0.35 },
  },
  {
    title: 'GET it by RDAP',
    order: { kind: 'get', targets: [`/rdap/domain/${readDomain}`] },
    shareOfBare: { sqlite: 0.5, postgres: 0.35 },
  },
  {
    title: 'POST record, one domain',
    order: { kind: 'record', targets: spread.slice(0, 1) },
    perSecond: { sqlite: 7_000, postgres: 2_500 },
  },
  {
    title: `POST record, ${spread.length} domains`,
    order: { kind: 'record', targets: spread },
    perSecond: { sqlite: 7_000, postgres: 2_500 },
  },
  {
    title: `POST batch of ${batchSize}`,
    order: { kind: 'batch', targets: spread, batchSize },
    perSecond: { sqlite: 15_000 / batchSize, postgres: 5_000 / batchSize },
  },
  {
    title: 'POST register, one workspace',
    order: { kind: 'register', targets: [] },
    perSecond: { sqlite: 3_000, postgres: 1_200 },
  },
  {
    title: `POST register, ${workspacesMax} workspaces`,
    order: { kind: 'register', targets: [] },
    workspaces: workspacesMax,
    perSecond: { sqlite: 3_000, postgres: 1_500 },
  },
  {
    title: 'POST check, 20 names',
    order: { kind: 'check', targets: [] },
    perSecond: { sqlite: 3_000, postgres: 2_500 },
  },
];

const connections = 64;

/** The load of a line; a GET must answer what it answers now. */
export async function loadOf(
  { order, workspaces = 1 }: MeasuredLine,
  { port, seconds }: { readonly port: number; readonly seconds: number },
): Promise<ServerLoad> {
  const expected = order.kind === 'get' ? await get(port, order.targets[0] ?? '') : '';
  const apiKeys = Array.from({ length: workspaces }, (_, i) => keyOf(i));
  return { ...order, connections, apiKeys, expected, seconds };
}
