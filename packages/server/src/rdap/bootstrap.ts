/** The list of RDAP servers by suffix that IANA publishes (RFC 9224). */
import { suffixesOf } from '../domains/domain-name.ts';

/** The address of a server, which ends with a slash, by suffix. */
export type RdapServers = ReadonlyMap<string, string>;

const serversMax = 20_000;

/** Null for a text that is not such a list. */
export function parseBootstrap(text: string): RdapServers | null {
  const services = servicesOf(text);
  if (services === null) return null;
  const servers = new Map<string, string>();
  for (const service of services) {
    const [suffixes, urls] = Array.isArray(service) ? service : [];
    const url = Array.isArray(urls) ? preferredUrl(urls) : null;
    if (!Array.isArray(suffixes) || url === null) continue;
    for (const suffix of suffixes) {
      if (typeof suffix === 'string' && servers.size < serversMax) {
        servers.set(suffix.toLowerCase(), url);
      }
    }
  }
  return servers;
}

/** The server of the longest suffix that the list has. */
export function rdapServerOf(servers: RdapServers, name: string): string | null {
  for (const suffix of suffixesOf(name)) {
    const url = servers.get(suffix);
    if (url !== undefined) return url;
  }
  return null;
}

function servicesOf(text: string): readonly unknown[] | null {
  try {
    const list = JSON.parse(text) as { readonly services?: unknown } | null;
    return Array.isArray(list?.services) ? list.services : null;
  } catch {
    return null;
  }
}

function preferredUrl(urls: readonly unknown[]): string | null {
  const texts = urls.filter((url) => typeof url === 'string' && URL.canParse(url)) as string[];
  const url = texts.find((text) => text.startsWith('https:')) ?? texts[0];
  if (url === undefined) return null;
  return url.endsWith('/') ? url : `${url}/`;
}
