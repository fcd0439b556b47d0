/**
 * What describes the service: /openapi.json for programs, /reference and /help/errors for people. All
 * are made by the first request for them, from the tables of the contract.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { openApiDocument } from '@hostmaster/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { once } from '../base/once.ts';
import { hasProgramFile, readProgramFile } from '../base/program-files.ts';
import { errorsPath } from './error-response.ts';
import { fixedAnswer } from './fixed-answer.ts';
import { errorsPage } from './pages/errors-page.ts';
import { assetsPath } from './pages/page-frame.ts';
import { pageHeaders } from './pages/page-headers.ts';
import { referencePage } from './pages/reference-page.ts';

const assets = {
  'pages.css': 'text/css; charset=utf-8',
  'theme.js': 'text/javascript; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'inter.woff2': 'font/woff2',
} as const;

type Asset = keyof typeof assets;

export function registerReference(
  app: FastifyInstance,
  { publicUrl }: { readonly publicUrl: string },
): void {
  const headers = pageHeaders({ isTls: publicUrl.startsWith('https:') });
  const document = once(() => openApiDocument({ serverUrl: publicUrl }));
  const json = 'application/json; charset=utf-8';
  app.get(
    '/openapi.json',
    fixedAnswer(json, () => JSON.stringify(document())),
  );
  const page = (path: string, make: () => string) => {
    const send = fixedAnswer('text/html; charset=utf-8', make);
    const answer = (request: FastifyRequest, reply: FastifyReply) =>
      send(request, reply.headers(headers));
    app.get(path, answer);
    app.get(`${path}/`, answer);
  };
  page('/reference', () => referencePage(document(), publicUrl));
  page(errorsPath, errorsPage);
  for (const [name, type] of Object.entries(assets)) {
    const content = once(() => readProgramFile(fileOf(name as Asset)));
    app.get(`${assetsPath}/${name}`, (_, reply) =>
      reply.headers(headers).header('cache-control', 'no-cache').type(type).send(content()),
    );
  }
}

/** The font of the dashboard is that of these pages; a package has it among their files. */
function fileOf(name: Asset): URL {
  const file = new URL(`pages/assets/${name}`, import.meta.url);
  if (name !== 'inter.woff2' || hasProgramFile(file)) return file;
  const dashboard = createRequire(import.meta.url).resolve('@hostmaster/dashboard/package.json');
  const font = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
  return pathToFileURL(createRequire(dashboard).resolve(font));
}
