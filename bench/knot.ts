/** Knot with zones of its own in memory, answering UDP with a given number of threads. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilAnswered } from './until-answered.ts';

interface Size {
  readonly zones: number;
  readonly recordsPerZone: number;
  readonly threads: number;
}

const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Null where it is not installed. */
export async function startKnot(
  parent: string,
  { zones, recordsPerZone, threads }: Size,
): Promise<{ readonly process: ChildProcess; readonly port: number } | null> {
  if (spawnSync('knotd', ['--version'], { env: environment }).status !== 0) return null;
  const directory = join(parent, 'knot');
  mkdirSync(directory, { recursive: true });
  const names = Array.from({ length: zones }, (_, index) => `zone-${index}.com`);
  const hosts = Array.from({ length: recordsPerZone }, (_, index) => {
    return `host${index} 300 A 192.0.2.${index}\n`;
  });
  // All zones have the same records, so one file serves them all.
  const file = join(directory, 'zone');
  const apex = '@ 300 SOA ns1.example.net. hostmaster.example.net. 1 3600 600 86400 300\n';
  writeFileSync(file, `${apex}@ 300 NS ns1.example.net.\n${hosts.join('')}`);
  // Below the ports that the system gives to outgoing connections.
  const port = 20_000 + ((process.pid + 2) % 12_000);
  const configuration = [
    `server:\n  listen: 127.0.0.1@${port}\n  udp-workers: ${threads}\n  rundir: "${directory}"`,
    `database:\n  storage: "${directory}"`,
    `template:\n  - id: default\n    storage: "${directory}"\n    file: "${file}"`,
    '    zonefile-sync: -1\n    journal-content: none',
    'zone:',
    ...names.map((name) => `  - domain: ${name}`),
  ];
  writeFileSync(join(directory, 'knot.conf'), `${configuration.join('\n')}\n`);
  const options = { env: environment, stdio: 'ignore' } as const;
  const server = spawn('knotd', ['-c', join(directory, 'knot.conf')], options);
  await untilAnswered(server, port);
  return { process: server, port };
}
