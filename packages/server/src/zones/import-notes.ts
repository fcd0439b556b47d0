/** Notes about many lines of an imported zone file, each summed up once. */
import {
  DnsFormatError,
  type Name,
  rrTypes,
  shorten,
  soaCodec,
  type UnreadableRecord,
  type ZoneFileRecord,
} from '@hostmaster/dns';
import { mailboxOf } from './soa-settings.ts';

export interface LineNote {
  /** The first of the lines. */
  readonly line: number;
  readonly note: string;
}

export interface TtlRange {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/**
 * SOA and apex NS are not records of the customer: they are ignored, with one note for all. The mailbox of
 * a SOA is mostly that of the provider that a zone comes from, so what it has is shown and not taken.
 */
export class SkippedApex {
  readonly #origin: Name;
  #line: number | null = null;
  /** What the first SOA has; null without one. */
  #soa: string | null = null;
  #servers = 0;

  constructor(origin: Name) {
    this.#origin = origin;
  }

  skips(entry: ZoneFileRecord | UnreadableRecord): boolean {
    const { name, type, line, rdata } = entry;
    // Some exports write the owner of the SOA without its final dot.
    const isSoa = type === rrTypes.SOA;
    if (!isSoa && (type !== rrTypes.NS || !name.equals(this.#origin))) return false;
    this.#line ??= line;
    if (isSoa) this.#soa ??= describeSoa(rdata);
    else this.#servers += 1;
    return true;
  }

  notes(): LineNote[] {
    if (this.#line === null) return [];
    const parts = [
      ...(this.#soa === null
        ? []
        : [`SOA ignored: set the domain's SOA record instead${this.#soa}`]),
      ...(this.#servers === 0
        ? []
        : [
            `${this.#servers} NS of the domain itself ignored: set the domain's nameservers instead`,
          ]),
    ];
    return [{ line: this.#line, note: parts.join('; ') }];
  }
}

function describeSoa(rdata: Uint8Array | undefined): string {
  if (rdata === undefined) return '';
  try {
    const soa = soaCodec.decode(rdata);
    const values = [
      mailboxOf(soa.mailbox) ?? shorten(String(soa.mailbox)),
      `refresh ${soa.refreshSeconds}`,
      `retry ${soa.retrySeconds}`,
      `expire ${soa.expireSeconds}`,
      `negative TTL ${soa.negativeTtlSeconds}`,
    ];
    return ` (the file has ${values.join(', ')})`;
  } catch (error) {
    if (error instanceof DnsFormatError) return '';
    throw error;
  }
}

/** Cloudflare writes TTL 1 for "automatic". */
const automaticTtl = 1;

/** TTLs outside the allowed range, with one note for all lines of one TTL. */
export class TtlChanges {
  readonly #ttl: TtlRange;
  readonly #changes = new Map<number, { readonly line: number; count: number }>();

  constructor(ttl: TtlRange) {
    this.#ttl = ttl;
  }

  adjust(ttlSeconds: number, line: number): number {
    const adjusted = this.#adjusted(ttlSeconds);
    if (adjusted === ttlSeconds) return ttlSeconds;
    const change = this.#changes.get(ttlSeconds);
    if (change === undefined) this.#changes.set(ttlSeconds, { line, count: 1 });
    else change.count += 1;
    return adjusted;
  }

  notes(): LineNote[] {
    return [...this.#changes].map(([ttlSeconds, { line, count }]) => {
      const shown = ttlSeconds === automaticTtl ? 'TTL 1 (automatic)' : `TTL ${ttlSeconds}`;
      const places = count === 1 ? '' : ` on ${count} lines`;
      return { line, note: `${shown} becomes ${this.#adjusted(ttlSeconds)}${places}` };
    });
  }

  #adjusted(ttlSeconds: number): number {
    if (ttlSeconds === automaticTtl) return this.#ttl.default;
    return Math.min(Math.max(ttlSeconds, this.#ttl.min), this.#ttl.max);
  }
}
