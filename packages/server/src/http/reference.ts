/** The machine-readable description at /openapi.json and the page for people at /reference. */
import { hash } from 'node:crypto';
import { openApiDocument } from '@hostmaster/contract';
import { type FastifyInstance, fastify } from 'fastify';

const paths = ['/reference', '/reference/', '/reference/js/scalar.js'];

export async function registerReference(
  app: FastifyInstance,
  options: { readonly publicUrl: string },
): Promise<void> {
  const document = openApiDocument({ serverUrl: options.publicUrl });
  app.get('/openapi.json', async () => document);
  let page: Promise<FastifyInstance> | null = null;
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_, reply, payload) => {
      reply.header('content-security-policy', policyFor(payload));
      reply.header('x-content-type-options', 'nosniff');
    });
    for (const path of paths) {
      scope.get(path, { logLevel: 'silent' }, async (_, reply) => {
        page ??= loadPage();
        const { statusCode, headers, body } = await (await page).inject(path);
        const { location, 'content-type': type } = headers;
        if (location !== undefined) reply.header('location', location);
        if (type !== undefined) reply.header('content-type', type);
        return reply.code(statusCode).send(body);
      });
    }
  });
}

/** On the first request: the page's script takes 25 MB of memory, and most services never show it. */
async function loadPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = fastify();
  await page.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Hostmaster API',
      theme: 'default',
      withDefaultFonts: false,
      // Only the reference: no developer tools, telemetry or offers of the page's vendor.
      showDeveloperTools: 'never',
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
    },
  });
  return page;
}

/** The page's one inline script is allowed by its hash; its styles are added by its own script. */
function policyFor(page: unknown): string {
  const inline = typeof page === 'string' ? page.matchAll(/<script[^>]*>([^<]+)<\/script>/g) : [];
  const hashes = [...inline].map(
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
