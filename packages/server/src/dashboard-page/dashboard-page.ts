/** Serves the dashboard's page: its files by name, and index.html for every path the page itself routes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '../base/errors.ts';
import { accepts, encodings } from '../http/compression.ts';
import { pageHeaders } from '../http/pages/page-headers.ts';
import { buildPage } from './build-page.ts';
import { loadPageFiles, type PageFile, type PageFiles } from './page-files.ts';
import { type SignInProviders, withSignInProviders } from './sign-in-providers.ts';

export interface DashboardPage {
  /** Resolves when the page can be served. The first call starts a build when one is needed. */
  prepare(onBuild?: () => void): Promise<void>;
}

const unbuilt = 'The dashboard could not be built; the log says why. The API works without it.\n';

export function registerDashboardPage(
  app: FastifyInstance,
  options: {
    readonly publicUrl: string;
    readonly log: Logger;
    readonly signInProviders: SignInProviders;
  },
): DashboardPage {
  const headers = pageHeaders({ isTls: options.publicUrl.startsWith('https:') });
  const source = createSource(options.signInProviders);

  app.get('/', (_, reply) => reply.redirect('/dashboard'));
  app.get('/dashboard', (request, reply) => answer(request, reply, ''));
  app.get<{ Params: { '*': string } }>('/dashboard/*', (request, reply) =>
    answer(request, reply, request.params['*']),
  );

  async function answer(request: FastifyRequest, reply: FastifyReply, path: string) {
    if (/^api(?:\/|$)/.test(path)) throw nothingHere();
    let files: PageFiles;
    try {
      files = await source.get();
    } catch (error) {
      options.log.error({ err: error }, 'the dashboard could not be built');
      return reply.code(503).type('text/plain; charset=utf-8').send(unbuilt);
    }
    const file = find(files, path);
    if (file === undefined) throw nothingHere();
    return send(file, { request, reply: reply.headers(headers) });
  }

  return {
    prepare: async (onBuild) => {
      await source.get(onBuild);
    },
  };
}

/** Built and read once; after a failure the next call tries again. */
function createSource(providers: SignInProviders): {
  get(onBuild?: () => void): Promise<PageFiles>;
} {
  let files: Promise<PageFiles> | null = null;
  return {
    get(onBuild) {
      files ??= buildPage(onBuild === undefined ? {} : { onBuild }).then((folder) =>
        withSignInProviders(loadPageFiles(folder), providers),
      );
      files.catch(() => {
        files = null;
      });
      return files;
    },
  };
}

/** The page routes its own paths; paths below `assets/` must be files. */
function find(files: PageFiles, path: string): PageFile | undefined {
  const file = files.get(path);
  if (file !== undefined || path.startsWith('assets/')) return file;
  return files.get('index.html');
}

function send(
  file: PageFile,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const { request, reply } = exchange;
  const encoding = encodings.find(
    (name) => file.encoded.has(name) && accepts(request.headers['accept-encoding'], name),
  );
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  reply.header('vary', 'accept-encoding').header('cache-control', cacheControl(file));
  const body = encoding === undefined ? undefined : file.encoded.get(encoding);
  return reply.type(file.type).send(body ?? file.body);
}

function cacheControl(file: PageFile): string {
  if (file.isImmutable) return 'public, max-age=31536000, immutable';
  return file.type.startsWith('text/html') ? 'no-store' : 'public, max-age=86400';
}

function nothingHere(): Refusal {
  return new Refusal('route_not_found', 'There is nothing at this path.');
}
