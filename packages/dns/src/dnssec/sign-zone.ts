/** Signs a zone whole: the chain of its names, and a signature of each key for each set. */
import type { ResourceRecord } from '../message.ts';
import type { Name } from '../name.ts';
import { classes, rrTypes } from '../protocol.ts';
import { nsecCodec } from '../rdata/nsec.ts';
import { soaCodec } from '../rdata/soa.ts';
import { isSignedType, listedTypes, type NameTypes } from './authority.ts';
import { namesWithAuthority } from './chain-names.ts';
import type { Validity, ZoneKey } from './zone-key.ts';

export interface ZoneSigning {
  readonly zone: Name;
  readonly keys: readonly ZoneKey[];
  readonly validity: Validity;
}

interface SignedName extends NameTypes {
  readonly name: Name;
  readonly sets: ReadonlyMap<number, readonly ResourceRecord[]>;
}

/** The NSEC and RRSIG records that belong to these. DNSKEY and SOA must be among them. */
export function signZone(
  records: readonly ResourceRecord[],
  signing: ZoneSigning,
): ResourceRecord[] {
  const ttlSeconds = nsecTtl(records);
  const byName = Map.groupBy(records, ({ name }) => name.key);
  const names = namesWithAuthority(
    [...byName.values()].flatMap((all) => signedNameOf(all, signing.zone)),
  );
  const added: ResourceRecord[] = [];
  for (const [at, name] of names.entries()) {
    const next = names[(at + 1) % names.length]?.name ?? signing.zone;
    const nsec = nsecRecord(name, { next, ttlSeconds });
    added.push(nsec);
    for (const [type, set] of [...name.sets, [rrTypes.NSEC, [nsec]] as const]) {
      if (!isSignedType(name, type)) continue;
      for (const key of signing.keys) added.push(key.sign(signing.zone, set, signing.validity));
    }
  }
  return added;
}

export function nsecRecord(
  name: NameTypes & { readonly name: Name },
  { next, ttlSeconds }: { readonly next: Name; readonly ttlSeconds: number },
): ResourceRecord {
  const rdata = nsecCodec.encode({ type: 'NSEC', next, types: listedTypes(name) });
  return { name: name.name, type: rrTypes.NSEC, class: classes.IN, ttlSeconds, rdata };
}

/** As long as a negative answer may be kept (RFC 9077). */
function nsecTtl(records: readonly ResourceRecord[]): number {
  const soa = records.find(({ type }) => type === rrTypes.SOA);
  if (soa === undefined) throw new Error('A zone without SOA cannot be signed.');
  return Math.min(soa.ttlSeconds, soaCodec.decode(soa.rdata).negativeTtlSeconds);
}

function signedNameOf(records: readonly ResourceRecord[], zone: Name): SignedName[] {
  const [first] = records;
  if (first === undefined) return [];
  const sets = Map.groupBy(records, ({ type }) => type);
  const isApex = first.name.equals(zone);
  return [{ name: first.name, isApex, types: new Set(sets.keys()), sets }];
}
