/** The identity providers of the configuration; their library is loaded only where there is one. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { IdentityProvider } from '../users/identity-provider.ts';
import type { Stores } from './open-stores.ts';

export async function openIdentityProviders(
  { oidcConfigFile: file }: Config,
  parts: Pick<Stores, 'clock' | 'stop' | 'webhookTargets'> & { readonly log?: Logger },
): Promise<readonly IdentityProvider[]> {
  if (file === null) return [];
  const [{ openOidcProvider }, { readOidcConfig }] = await Promise.all([
    import('../adapters/oidc/open-oidc-provider.ts'),
    import('../adapters/oidc/read-oidc-config.ts'),
  ]);
  const { clock, stop, webhookTargets, log } = parts;
  return readOidcConfig(file).map((config) =>
    openOidcProvider(config, {
      clock,
      stopping: stop.overdue,
      resolve: webhookTargets.resolve,
      ...(log === undefined ? {} : { log }),
    }),
  );
}
