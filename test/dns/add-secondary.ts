/** Adds a secondary with the operator's command; returns its TSIG key. */
import { Name } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import type { TestPlace } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';

export interface SecondaryKey extends TsigKey {
  /** `algorithm:name:secret`, as dig and nsupdate take it. */
  readonly text: string;
}

export async function addSecondary(
  place: TestPlace,
  secondary: {
    readonly name: string;
    readonly address: string;
    readonly transfers?: 'ixfr' | 'axfr';
    /** Further options of the command. */
    readonly options?: readonly string[];
  },
): Promise<SecondaryKey> {
  const { name, address, transfers = 'ixfr', options = [] } = secondary;
  const added = await runCommand(
    place,
    ...['secondary', 'add', name, '--address', address, '--transfers', transfers, '--json'],
    ...options,
  );
  if (added.code !== 0) throw new Error(added.stderr);
  const { tsig } = JSON.parse(added.stdout) as { tsig: { name: string; secret: string } };
  return {
    name: Name.parse(tsig.name),
    algorithm: 'hmac-sha256',
    secret: Buffer.from(tsig.secret, 'base64'),
    text: `hmac-sha256:${tsig.name}:${tsig.secret}`,
  };
}
