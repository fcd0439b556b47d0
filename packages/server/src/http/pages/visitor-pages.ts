/** What the pages for visitors share: they work without a script, and errors are pages too. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { errorResponse } from '../http/error-response.ts';
import { type Html, html } from '../http/pages/html.ts';
import { pageFrame } from '../http/pages/page-frame.ts';
import { pageHeaders } from '../http/pages/page-headers.ts';
import type { NoticeLinks } from '../notices/notices.ts';

export async function visitorPages(
  app: FastifyInstance,
  { links, log }: { readonly links: NoticeLinks; readonly log: Logger },
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
      const page = visitorPage(title, html`<p>${body.error}</p>`);
      return reply
        .code(status)
        .headers({ ...more, ...headers })
        .send(page);
    });
    define(scope);
  });
}

const titles: Readonly<Record<number, string>> = {
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
