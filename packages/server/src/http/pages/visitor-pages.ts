/** What the pages for visitors share: they work without a script, and errors are pages too. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { NoticeLinks } from '../../notices/notices.ts';
import { errorResponse } from '../error-response.ts';
import { type Html, html, nothing } from './html.ts';
import { pageFrame } from './page-frame.ts';
import { pageHeaders } from './page-headers.ts';

export async function visitorPages(
  app: FastifyInstance,
  {
    links,
    log,
    titles = domainTitles,
    back = nothing,
  }: {
    readonly links: NoticeLinks;
    readonly log: Logger;
    /** Titles of pages about errors, by status. */
    readonly titles?: Readonly<Record<number, string>>;
    /** What follows an error. */
    readonly back?: Html;
  },
  define: (scope: FastifyInstance) => void,
): Promise<void> {
  const headers = {
    ...pageHeaders({ isTls: links.publicUrl.startsWith('https:') }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  };
  await app.register(async (scope) => {
    acceptForms(scope);
    scope.addHook('onRequest', async (_, reply) => {
      reply.headers(headers);
    });
    scope.setErrorHandler((error, request, reply) => {
      const { status, headers: more, body } = errorResponse(error);
      if (status >= 500) log.error({ err: error, reqId: request.id }, 'request failed');
      const title = titles[status] ?? 'This did not work';
      const page = visitorPage(title, html`<p>${body.error}</p>${back}`);
      return reply
        .code(status)
        .headers({ ...more, ...headers })
        .send(page);
    });
    define(scope);
  });
}

const domainTitles: Readonly<Record<number, string>> = {
  404: 'No such domain',
  410: 'This link no longer works',
};

export function visitorPage(title: string, content: Html): string {
  const body = html`<main id="content" class="column"><h1>${title}</h1>
${content}
</main>`;
  return pageFrame({ path: null, title, body });
}

/** Whatever media type a client names, the body is that of a form. */
function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => new URLSearchParams(body.toString('utf8')),
  );
}
