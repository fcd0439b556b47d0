/** hostmaster provider: the identity providers of this service and the mail domains bound to them. */
import type { Command } from 'commander';
import { persistChange } from '../../changes/persist.ts';
import { openIdentityProviders } from '../../composition/open-identity-providers.ts';
import { upstreamOf } from '../../composition/resolvers.ts';
import { bindingRecord, isBound, provenDomain } from '../../users/provider-domain.ts';
import { type StoreFlags, storeCommand, withStores } from '../command.ts';
import { printTable } from '../print.ts';

export function registerProvider(program: Command): void {
  const provider = program.command('provider').description('check identity providers');
  storeCommand(
    provider,
    'domains',
    'look up whether the DNS of mail domains binds them to their provider',
  ).action(domains);
}

/** What was found counts: from then on "only by provider" is in force for the domain. */
async function domains(flags: StoreFlags): Promise<void> {
  const found = await withStores(flags, async (context) => {
    const { database, clock, config } = context;
    const { publicUrl } = config;
    const upstream = upstreamOf(config, context);
    const rows = [];
    for (const { id, issuer, mailDomains } of await openIdentityProviders(config, context)) {
      for (const domain of mailDomains) {
        const isProven = await isBound(upstream, { domain, issuer, publicUrl });
        if (isProven === true) {
          await persistChange(database, { rows: provenDomain({ domain, issuer }, clock.now()) });
        }
        const record = bindingRecord({ domain, issuer, publicUrl });
        const state = isProven === null ? 'no answer' : isProven ? 'bound' : 'not bound';
        rows.push({ provider: id, domain, state, record });
      }
    }
    return rows;
  });
  printTable(
    flags,
    { domains: found },
    {
      head: ['PROVIDER', 'DOMAIN', 'STATE', 'TXT RECORD'],
      rows: found.map(({ provider, domain, state, record: { name, value } }) => [
        provider,
        domain,
        state,
        `${name} "${value}"`,
      ]),
      empty: 'No identity provider has mail domains. HOSTMASTER_OIDC_CONFIG sets them up.',
    },
  );
}
