/** `hostmaster serve` with the built-in DNS server on a free port and a store of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const apiKey = 'bench-key-of-sixteen-or-more';
const program = fileURLToPath(new URL('../packages/server/bin/hostmaster.js', import.meta.url));

export interface DnsService {
  readonly process: ChildProcess;
  readonly dataDir: string;
  readonly url: string;
  readonly port: number;
  /** Registers a secondary and returns its TSIG key. */
  addSecondary(name: string, address: string): { readonly name: string; readonly secret: string };
  /** Ends the process and removes its store. */
  remove(): void;
}

export async function startDnsService(
  settings: Readonly<Record<string, string>> = {},
): Promise<DnsService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hostmaster-bench-'));
  const env = {
    ...process.env,
    HOSTMASTER_DATA_DIR: dataDir,
    HOSTMASTER_FIRST_API_KEY: apiKey,
    HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
    HOSTMASTER_LOG_LEVEL: 'error',
    PORT: '0',
    ...settings,
  };
  const server = spawn(program, ['serve'], { env });
  server.stderr.pipe(process.stderr);
  const { url, port } = await readBanner(server);
  return {
    process: server,
    dataDir,
    url,
    port,
    addSecondary(name, address) {
      const args = [program, 'secondary', 'add', name, '--address', address, '--json'];
      const added = execFileSync(process.execPath, args, { env, encoding: 'utf8' });
      return (JSON.parse(added) as { tsig: { name: string; secret: string } }).tsig;
    },
    remove() {
      server.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function readBanner(server: ChildProcess): Promise<{ url: string; port: number }> {
  let text = '';
  for (;;) {
    const [chunk] = (await once(server.stdout ?? server, 'data')) as [Buffer];
    text += String(chunk);
    const url = /API +(http:\S+)\/v1/.exec(text)?.[1];
    const port = /DNS +\S+ port (\d+)/.exec(text)?.[1];
    if (url !== undefined && port !== undefined) return { url, port: Number(port) };
  }
}
