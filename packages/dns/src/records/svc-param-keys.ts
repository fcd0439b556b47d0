/**
 * The SvcParamKeys that have a name, and the text and wire form of their values (RFC 9460,
 * sections 7 to 8, RFC 9461, RFC 9540). All other keys are opaque and written key<number>.
 */
import { concatBytes, fromBase64, toBase64, u16 } from '../bytes.ts';
import { presentQuoted } from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import { parseIpv4, parseIpv6, presentIpv4, presentIpv6 } from '../ip-address.ts';
import { WireReader } from '../wire-reader.ts';
import { readInteger, shorten } from '../words.ts';

export interface SvcParamKind {
  readonly key: number;
  readonly name: string;
  /** From the octets of the text value to the wire value. Throws GrammarError. */
  parse(text: Uint8Array): Uint8Array;
  /** Throws DnsFormatError when a wire value does not fit the key. */
  check(value: Uint8Array): void;
  /** Text after the equals sign; null for keys without a value. */
  present(value: Uint8Array): string | null;
}

const decoder = new TextDecoder();

const mandatory: SvcParamKind = {
  key: 0,
  name: 'mandatory',
  parse(text) {
    const keys = splitList(text).map((item) => readKey(decoder.decode(item)));
    const sorted = keys.toSorted((a, b) => a - b);
    if (sorted.includes(0)) throw new GrammarError('"mandatory" must not list itself');
    const double = sorted.find((key, at) => key === sorted[at - 1]);
    if (double !== undefined) {
      throw new GrammarError(`"mandatory" lists ${presentKey(double)} twice`);
    }
    return concatBytes(sorted.map(u16));
  },
  check(value) {
    const keys = mandatoryKeys(value);
    const rising = keys.every((key, at) => key > (keys[at - 1] ?? 0));
    if (value.length === 0 || value.length % 2 !== 0 || !rising) {
      throw new DnsFormatError('"mandatory" is not a rising list of keys');
    }
  },
  present: (value) => mandatoryKeys(value).map(presentKey).join(','),
};

const alpn: SvcParamKind = {
  key: 1,
  name: 'alpn',
  parse(text) {
    const ids = splitList(text);
    if (ids.some((id) => id.length === 0 || id.length > 255)) {
      throw new GrammarError('"alpn" takes protocol ids of 1 to 255 octets, such as alpn=h2,h3');
    }
    return concatBytes(ids.flatMap((id) => [Uint8Array.of(id.length), id]));
  },
  check(value) {
    if (alpnIds(value).length === 0) throw new DnsFormatError('"alpn" lists nothing');
  },
  // Two layers of escapes: first for commas in the list, then for the character-string around it.
  present: (value) => presentQuoted(concatBytes(joinList(alpnIds(value)))),
};

const noDefaultAlpn = flag(2, 'no-default-alpn');

const port: SvcParamKind = {
  key: 3,
  name: 'port',
  parse: (text) => u16(readInteger(decoder.decode(text), '"port"', 65_535)),
  check(value) {
    if (value.length !== 2) throw new DnsFormatError('"port" is not two octets');
  },
  present: (value) => String(((value[0] ?? 0) << 8) | (value[1] ?? 0)),
};

const ipv4hint = addressHint({
  key: 4,
  name: 'ipv4hint',
  size: 4,
  parse: parseIpv4,
  present: presentIpv4,
});

const ech: SvcParamKind = {
  key: 5,
  name: 'ech',
  parse(text) {
    const value = fromBase64(decoder.decode(text));
    if (value === null || value.length === 0) throw new GrammarError('"ech" takes base64');
    return value;
  },
  check(value) {
    if (value.length === 0) throw new DnsFormatError('"ech" is empty');
  },
  present: toBase64,
};

const ipv6hint = addressHint({
  key: 6,
  name: 'ipv6hint',
  size: 16,
  parse: parseIpv6,
  present: presentIpv6,
});

const dohpath: SvcParamKind = {
  key: 7,
  name: 'dohpath',
  parse(text) {
    const template = decoder.decode(text);
    if (!template.startsWith('/') || !template.includes('{?dns}')) {
      throw new GrammarError('"dohpath" takes a relative URI template, such as /dns-query{?dns}');
    }
    return text;
  },
  check() {},
  present: presentQuoted,
};

const ohttp = flag(8, 'ohttp');

export const svcParamKinds: readonly SvcParamKind[] = [
  mandatory,
  alpn,
  noDefaultAlpn,
  port,
  ipv4hint,
  ech,
  ipv6hint,
  dohpath,
  ohttp,
];

/** A key by name or as key<number>; 65535 is reserved as invalid. */
export function readKey(text: string): number {
  const kind = svcParamKinds.find(({ name }) => name === text);
  if (kind !== undefined) return kind.key;
  const number = /^key(0|[1-9][0-9]{0,4})$/.exec(text)?.[1];
  if (number === undefined || Number(number) > 65_534) {
    const names = svcParamKinds.map(({ name }) => name).join(', ');
    throw new GrammarError(
      `"${shorten(text)}" is no parameter key; known are ${names} and key0 to key65534`,
    );
  }
  return Number(number);
}

export function presentKey(key: number): string {
  return svcParamKinds[key]?.name ?? `key${key}`;
}

export function mandatoryKeys(value: Uint8Array): number[] {
  const keys: number[] = [];
  for (let at = 0; at + 1 < value.length; at += 2) {
    keys.push(((value[at] ?? 0) << 8) | (value[at + 1] ?? 0));
  }
  return keys;
}

function alpnIds(value: Uint8Array): Uint8Array[] {
  const reader = new WireReader(value);
  const ids: Uint8Array[] = [];
  while (reader.remaining > 0) {
    const id = reader.charString();
    if (id.length === 0) throw new DnsFormatError('"alpn" has an empty protocol id');
    ids.push(id);
  }
  return ids;
}

function flag(key: number, name: string): SvcParamKind {
  return {
    key,
    name,
    parse(text) {
      if (text.length > 0) throw new GrammarError(`"${name}" takes no value`);
      return text;
    },
    check(value) {
      if (value.length > 0) throw new DnsFormatError(`"${name}" has a value`);
    },
    present: () => null,
  };
}

function addressHint(options: {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly parse: (text: string) => Uint8Array | null;
  readonly present: (octets: Uint8Array) => string;
}): SvcParamKind {
  const { key, name, size } = options;
  return {
    key,
    name,
    parse(text) {
      const addresses = decoder
        .decode(text)
        .split(',')
        .map((address) => {
          const octets = options.parse(address);
          if (octets !== null) return octets;
          throw new GrammarError(
            `"${name}" has "${shorten(address)}", which is not such an address`,
          );
        });
      return concatBytes(addresses);
    },
    check(value) {
      if (value.length === 0 || value.length % size !== 0) {
        throw new DnsFormatError(`"${name}" is not a list of ${size}-octet addresses`);
      }
    },
    present(value) {
      const addresses: string[] = [];
      for (let at = 0; at < value.length; at += size) {
        addresses.push(options.present(value.subarray(at, at + size)));
      }
      return addresses.join(',');
    },
  };
}

/** Splits at commas that no backslash escapes (RFC 9460, appendix A.1). */
function splitList(text: Uint8Array): Uint8Array[] {
  const items: number[][] = [[]];
  for (let at = 0; at < text.length; at += 1) {
    const octet = text[at] ?? 0;
    if (octet === 0x2c) items.push([]);
    else if (octet !== 0x5c) items.at(-1)?.push(octet);
    else {
      at += 1;
      const escaped = text[at];
      if (escaped !== 0x2c && escaped !== 0x5c) {
        throw new GrammarError(
          'a list has a backslash that escapes neither a comma nor a backslash',
        );
      }
      items.at(-1)?.push(escaped);
    }
  }
  return items.map((item) => Uint8Array.from(item));
}

function joinList(items: readonly Uint8Array[]): Uint8Array[] {
  return items.map((item, index) => {
    const escaped = [...item].flatMap((octet) =>
      octet === 0x2c || octet === 0x5c ? [0x5c, octet] : [octet],
    );
    return Uint8Array.from(index === 0 ? escaped : [0x2c, ...escaped]);
  });
}
