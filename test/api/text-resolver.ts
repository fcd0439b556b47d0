/** A resolver that knows the texts of other operators. */
import { classes, encodeMessage, makeReply, rcodes, rrTypes } from '@hostmaster/dns';
import { startDnsServer } from '@hostmaster/dns/node';

export interface TextResolver {
  readonly settings: { readonly HOSTMASTER_RESOLVER: string };
  /** The names that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** The strings of the one TXT record of a name; null for a name that gets no answer. Others have none. */
export async function startTextResolver(
  textsAt: (name: string) => readonly string[] | null,
): Promise<TextResolver> {
  const asked: string[] = [];
  const server = await startDnsServer({
    host: '127.0.0.1',
    port: 0,
    handler: ({ message }) => {
      const [question] = message?.questions ?? [];
      if (message === null || question?.type !== rrTypes.TXT) return null;
      const name = question.name.toHostname().toLowerCase();
      asked.push(name);
      const strings = textsAt(name);
      if (strings === null) return encodeMessage(makeReply(message, { rcode: rcodes.SERVFAIL }));
      const record = {
        name: question.name,
        type: rrTypes.TXT,
        class: classes.IN,
        ttlSeconds: 60,
        rdata: Buffer.concat(
          strings.map((text) => Buffer.from([text.length, ...Buffer.from(text)])),
        ),
      };
      return encodeMessage(makeReply(message, { answers: strings.length === 0 ? [] : [record] }));
    },
    onError: () => {},
  });
  const { address, port } = server.address;
  return {
    settings: { HOSTMASTER_RESOLVER: `${address}:${port}` },
    asked,
    close: () => server.close(),
  };
}
