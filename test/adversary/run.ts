/**
 * npm run adversary: every operation attacked with the most expensive request that its limits allow,
 * one at a time and all together, and what a customer of another workspace notices of it. Exits with 1
 * when a line is broken.
 *   npm run adversary [-- sqlite|postgres] [-- --only restoreRevision,listDomains] [-- --seconds 3] [-- --seed 7] [-- --tries 3]
 * The seed decides the order of the attacks: what one leaves behind, the next one meets.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../bench/postgres.ts';
import { Random } from '../fuzz/random.ts';
import { attacks } from './attacks.ts';
import { type Line, promised } from './compare-rounds.ts';
import { Stage } from './stage.ts';
import { victimKinds } from './victim-kinds.ts';

const args = process.argv.slice(2).join(' ');
const option = (name: string) => new RegExp(`--${name} (.+?)(?: --|$)`).exec(args)?.[1];
const seconds = Number(option('seconds') ?? 3);
const triesMax = Number(option('tries') ?? 3);
const seed = Number(option('seed') ?? 1);
const only = option('only') ?? '';
/** Parts of names. */
const wanted = only.split(',').map((part) => part.trim());
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => args.includes(engine) || !/sqlite|postgres/.test(args),
);
const columns = [44, 9, 25, 25, 7, 0];

const random = new Random(seed);
const isChosen = (name: string) => wanted.some((part) => name.includes(part));
const chosen = attacks.filter(({ name }) => isChosen(name) || only === 'all together');
const order = chosen
  .map((attack) => ({ attack, place: random.below(1_000_000) }))
  .sort((a, b) => a.place - b.place)
  .map(({ attack }) => attack.name);

let brokenCount = 0;
for (const engine of engines) await attackEngine(engine);
process.exitCode = brokenCount === 0 ? 0 : 1;

async function attackEngine(engine: (typeof engines)[number]): Promise<void> {
  console.log(
    `${engine}, seed ${seed}, ${seconds} s a round; p99 of ${victimKinds.join(', ')} in ms`,
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'hostmaster-adversary-'));
  const postgres = engine === 'postgres' ? await startPostgres() : null;
  const place = { HOSTMASTER_DATA_DIR: dataDir };
  const environment = postgres === null ? place : { ...place, DATABASE_URL: postgres.url };
  try {
    const stage = await Stage.open({
      size: 'whole',
      seconds,
      triesMax,
      tolerance: promised,
      environment,
    });
    row(['operation', 'per s', 'quiet', 'beside', 'MB', '']);
    if (only !== 'all together') {
      for (const name of order) print(await stage.attack(name, [name]));
    }
    if (order.length > 1) print(await stage.attack('all together', order, 2));
    if (!(await stage.close())) {
      brokenCount += 1;
      console.log('The service did not end within its limit.');
    }
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function print(line: Line): void {
  const times = (of: Line['quietMs']) => victimKinds.map((kind) => of[kind].toFixed(0)).join(', ');
  const verdict = line.broken.length === 0 ? 'met' : `BROKEN: ${line.broken.join('; ')}`;
  row([
    line.title,
    line.perSecond.toFixed(0),
    times(line.quietMs),
    times(line.besideMs),
    line.peakMb.toFixed(0),
    verdict,
  ]);
  console.log(`    ${line.statuses}`);
  if (line.broken.length > 0) brokenCount += 1;
}

function row(cells: readonly string[]): void {
  console.log(cells.map((cell, index) => cell.padEnd(columns[index] ?? 0)).join(' '));
}
