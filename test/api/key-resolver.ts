/** A resolver that knows which keys the nameservers of other operators publish. */
import { classes, encodeMessage, makeReply, Name, rcodes, rrTypes } from '@hostmaster/dns';
import { delegationSigner, ZoneKey } from '@hostmaster/dns/dnssec';
import { startDnsServer } from '@hostmaster/dns/node';
import { expect } from 'vitest';

export interface KeyResolver {
  readonly settings: { readonly HOSTMASTER_RESOLVER: string };
  /** The DS record of the key that it answers with for a domain. */
  dsOf(domain: string): string;
  close(): Promise<void>;
}

/** Names that begin with `signed` have a key, others have none, and `lost` ones get no answer. */
export async function startKeyResolver(): Promise<KeyResolver> {
  const key = ZoneKey.generate();
  const server = await startDnsServer({
    host: '127.0.0.1',
    port: 0,
    handler: ({ message }) => {
      const [question] = message?.questions ?? [];
      if (message === null || question === undefined) return null;
      const name = question.name.toHostname();
      if (name.startsWith('lost'))
        return encodeMessage(makeReply(message, { rcode: rcodes.SERVFAIL }));
      const common = { name: question.name, class: classes.IN, ttlSeconds: 60 };
      const answers = name.startsWith('signed')
        ? [{ ...common, type: rrTypes.DNSKEY, rdata: key.dnskey }]
        : [];
      return encodeMessage(makeReply(message, { answers }));
    },
    onError: () => {},
  });
  const { address, port } = server.address;
  return {
    settings: { HOSTMASTER_RESOLVER: `${address}:${port}` },
    dsOf(domain) {
      const ds = delegationSigner(Name.parse(domain), key.dnskey);
      if (ds === null) return expect.unreachable();
      const hex = Buffer.from(ds.digest).toString('hex').toUpperCase();
      return `${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${hex}`;
    },
    close: () => server.close(),
  };
}
