/** What `hostmaster serve` prints when it is ready. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export async function readDnsPort(server: ChildProcess): Promise<number> {
  let text = '';
  for (;;) {
    const [chunk] = (await once(server.stdout ?? server, 'data')) as [Buffer];
    text += String(chunk);
    const port = /DNS +\S+ port (\d+)/.exec(text)?.[1];
    if (port !== undefined && /API +http/.test(text)) return Number(port);
  }
}
