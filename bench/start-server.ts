/** Starts server.ts in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerOrder, ServerReport } from './server.ts';

export interface Server {
  readonly process: ChildProcess;
  readonly port: number;
  /** Empty for the bare route. */
  readonly metricsUrl: string;
  ask(order: ServerOrder): Promise<ServerReport>;
}

/** Both as for the command: bin/hostmaster.js. */
const nodeOptions = ['--max-semi-space-size=16'];
const compileCache = fileURLToPath(new URL('../packages/server/.compile-cache', import.meta.url));

export async function startServer(environment: Record<string, string>): Promise<Server> {
  const child = fork(new URL('./server.ts', import.meta.url), {
    execArgv: [...process.execArgv, ...nodeOptions],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment },
  });
  const answer = () =>
    new Promise<ServerReport>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`The server ended with ${code}.`));
      child.once('exit', onExit);
      child.once('message', (report) => {
        child.off('exit', onExit);
        resolve(report as ServerReport);
      });
    });
  const { port = 0, metricsUrl = '' } = await answer();
  return {
    process: child,
    port,
    metricsUrl,
    ask(order) {
      const report = answer();
      child.send(order);
      return report;
    },
  };
}
