/** The parameters of SVCB and HTTPS as rows of key and value, and back to text (RFC 9460, section 2.1). */

export interface ServiceParam {
  readonly key: string;
  /** Without the quotes around it; escapes inside stay as they are written. */
  readonly value: string;
}

export interface ParamKey {
  readonly key: string;
  readonly label: string;
  /** Null for keys that take no value. */
  readonly example: string | null;
}

export const paramKeys: readonly ParamKey[] = [
  { key: 'alpn', label: 'alpn · protocols', example: 'h2,h3' },
  { key: 'no-default-alpn', label: 'no-default-alpn · only these', example: null },
  { key: 'port', label: 'port · alternative port', example: '8443' },
  { key: 'ipv4hint', label: 'ipv4hint · IPv4 addresses', example: '192.0.2.1' },
  { key: 'ipv6hint', label: 'ipv6hint · IPv6 addresses', example: '2001:db8::1' },
  { key: 'ech', label: 'ech · encrypted client hello', example: 'AEX+DQBB…' },
  { key: 'mandatory', label: 'mandatory · required keys', example: 'alpn,port' },
  { key: 'dohpath', label: 'dohpath · DNS over HTTPS', example: '/dns-query{?dns}' },
  { key: 'ohttp', label: 'ohttp · oblivious HTTP', example: null },
];

export function isFlag(key: string): boolean {
  return paramKeys.some((known) => known.key === key && known.example === null);
}

export function readParams(text: string): ServiceParam[] {
  return splitParams(text).map((word) => {
    const equals = word.indexOf('=');
    if (equals < 0) return { key: word, value: '' };
    return { key: word.slice(0, equals), value: unquoted(word.slice(equals + 1)) };
  });
}

/** Rows without a key are skipped. */
export function writeParams(params: readonly ServiceParam[]): string {
  return params
    .filter(({ key }) => key.trim() !== '')
    .map(writeParam)
    .join(' ');
}

export function writeParam({ key, value }: ServiceParam): string {
  const text = value.trim();
  return text === '' ? key.trim() : `${key.trim()}=${quotedWhenNeeded(text)}`;
}

/** Splits at spaces outside quotes and escapes. */
function splitParams(text: string): string[] {
  return text.match(/(?:\\.|"(?:\\.|[^"\\])*"?|[^\s"\\])+/gs) ?? [];
}

function unquoted(text: string): string {
  const inner = /^"((?:\\.|[^"\\])*)"$/s.exec(text)?.[1];
  // Leading and trailing spaces would be trimmed, so the quotes stay.
  return inner === undefined || inner !== inner.trim() ? text : inner;
}

function quotedWhenNeeded(text: string): string {
  const hasQuotes = text.replaceAll(/\\./gs, '').includes('"');
  return /\s/.test(text) && !hasQuotes ? `"${text}"` : text;
}
