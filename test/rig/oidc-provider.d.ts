/** The part of oidc-provider that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { Server } from 'node:http';

  interface Context {
    readonly path: string;
    readonly req: unknown;
    readonly res: unknown;
    readonly oidc: {
      readonly client?: { readonly clientId: string };
      readonly session?: { readonly accountId?: string; sidFor(clientId: string): string };
    };
    status: number;
    readonly request: { readonly req: AsyncIterable<Buffer> };
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    proxy: boolean;
    readonly Grant: new (
      of: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    readonly Client: {
      find(id: string): Promise<{ backchannelLogout(sub: string, sid: string): Promise<void> }>;
    };
    interactionDetails(req: unknown, res: unknown): Promise<{ prompt: { name: string } }>;
    interactionFinished(
      req: unknown,
      res: unknown,
      result: object,
      options?: object,
    ): Promise<void>;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    on(event: 'authorization.success', listener: (context: Context) => void): void;
    listen(port: number, host: string, ready: () => void): Server;
    callback(): (req: unknown, res: unknown) => void;
  }
}
