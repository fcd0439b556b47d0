/** The machine-readable description at /openapi.json and the page for people at /reference. */
import { openApiDocument } from '@hostmaster/contract';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

export async function registerReference(
  app: FastifyInstance,
  options: { readonly publicUrl: string },
): Promise<void> {
  const document = openApiDocument({ serverUrl: options.publicUrl });
  app.get('/openapi.json', async () => document);
  await app.register(scalar, {
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
}
