/** The machine-readable description at /openapi.json and the page for people at /reference. */
import { hash } from 'node:crypto';
import { openApiDocument } from '@hostmaster/contract';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

export async function registerReference(
  app: FastifyInstance,
  options: { readonly publicUrl: string },
): Promise<void> {
  const document = openApiDocument({ serverUrl: options.publicUrl });
  app.get('/openapi.json', async () => document);
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_, reply, payload) => {
      reply.header('content-security-policy', policyFor(payload));
      reply.header('x-content-type-options', 'nosniff');
    });
    await scope.register(scalar, {
      routePrefix: '/reference',
      logLevel: 'silent',
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
  });
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
