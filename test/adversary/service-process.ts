/** `hostmaster serve` as a process of its own, with its memory and its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { cpuSeconds } from '../../bench/cpu-seconds.ts';

const program = fileURLToPath(new URL('../../packages/server/bin/hostmaster.js', import.meta.url));
/** As the first line of the program. */
const nodeOptions = ['--max-semi-space-size=16'];
/** For what limits a line: where CPU profiles of the service are written. */
const profileDir = process.env.ADVERSARY_PROFILES;
const profiling = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];

export class ServiceProcess {
  readonly port: number;
  readonly dnsPort: number;
  readonly whoisPort: number;
  readonly #child: ChildProcess;
  readonly #said: string[];

  private constructor(child: ChildProcess, said: string[], ports: Ports) {
    this.#child = child;
    this.#said = said;
    this.port = ports.http;
    this.dnsPort = ports.dns;
    this.whoisPort = ports.whois;
  }

  static async start(environment: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [...nodeOptions, ...profiling, program, 'serve'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', ...environment },
    });
    process.on('exit', () => child.kill('SIGKILL'));
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        said.push(part);
        if (said.length > 200) said.shift();
      });
    }
    for (;;) {
      const ports = portsIn(said.join(''));
      if (ports !== null) return new ServiceProcess(child, said, ports);
      if (hasEnded(child)) throw new Error(`The service did not start:\n${said.join('')}`);
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    }
  }

  get isAlive(): boolean {
    return !hasEnded(this.#child);
  }

  /** The last lines that it printed. */
  get lastWords(): string {
    return this.#said.join('').split('\n').slice(-15).join('\n');
  }

  cpuSeconds(): number {
    return this.isAlive ? cpuSeconds(this.#child.pid) : 0;
  }

  /** Since the last reset, in MB of 2^20 bytes. */
  peakMb(): number {
    if (!this.isAlive) return 0;
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  }

  /** proc(5): 5 resets the peak of the resident memory. */
  resetPeak(): void {
    if (this.isAlive) writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5');
  }

  /** False when it had to be killed. */
  async stop(withinMs = 20_000): Promise<boolean> {
    if (!this.isAlive) return true;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), withinMs);
    await exited;
    clearTimeout(timer);
    return this.#child.signalCode !== 'SIGKILL';
  }
}

interface Ports {
  readonly http: number;
  readonly dns: number;
  readonly whois: number;
}

function portsIn(text: string): Ports | null {
  const http = /API +http:\/\/127\.0\.0\.1:(\d+)\/v1/.exec(text)?.[1];
  const dns = /DNS +\S+ port (\d+)/.exec(text)?.[1];
  const whois = /WHOIS +\S+ port (\d+)/.exec(text)?.[1];
  if (http === undefined || dns === undefined || whois === undefined) return null;
  return { http: Number(http), dns: Number(dns), whois: Number(whois) };
}
