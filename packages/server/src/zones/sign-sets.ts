/** Which signatures of a zone a change replaces, adds and removes. */
import { type Name, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { isSignedType, type ZoneKey } from '@hostmaster/dns/dnssec';
import { TextMap } from '../base/text-map.ts';
import type { ZoneSignature } from '../storage/tables/zones/zone-signatures.ts';
import { type ChainPlan, chainName, type Sets, type TouchedName } from './chain-plan.ts';
import { packRecords, unpackRecords } from './journal-form.ts';
import { isEmpty, type RecordDifference, recordDifference } from './record-difference.ts';
import type { SignatureTimes } from './signature-times.ts';
import { sortKeyOf } from './sort-key.ts';

export interface ZoneSigner {
  readonly zone: Name;
  readonly keys: readonly ZoneKey[];
  readonly times: SignatureTimes;
}

export type StoredSignature = Pick<ZoneSignature, 'sortKey' | 'type' | 'records'>;

/** The signatures of one set; null where there are none. */
export interface SignatureEdit {
  readonly sortKey: string;
  readonly type: number;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** Collects what is signed and what is no longer. Signatures are made ahead, or when they are asked for. */
export class SignatureEdits {
  readonly signer: ZoneSigner;
  readonly #stored = new TextMap<StoredSignature>();
  readonly #edits = new TextMap<SignatureEdit>();
  /** Those whose signatures are still to be made. */
  readonly #unsigned = new TextMap<readonly ResourceRecord[]>();

  constructor(signer: ZoneSigner, stored: readonly StoredSignature[]) {
    this.signer = signer;
    for (const each of stored) this.#stored.set(keyOf(each), each);
  }

  /** When the signatures are made again. */
  get refreshAt(): number {
    return this.signer.times.refreshAt;
  }

  get all(): readonly SignatureEdit[] {
    const { zone, keys, times } = this.signer;
    this.putSigned(
      this.unsigned.map((set) =>
        packRecords(keys.map((key) => key.sign(zone, set, times.validity))),
      ),
    );
    return [...this.#edits].map(([, edit]) => edit);
  }

  /** The sets whose signatures are still to be made. */
  get unsigned(): readonly (readonly ResourceRecord[])[] {
    return [...this.#unsigned].map(([, set]) => set);
  }

  /** The packed signatures of each set of `unsigned`. */
  putSigned(signatures: readonly Uint8Array[]): void {
    for (const [index, [at]] of [...this.#unsigned].entries()) {
      this.#putAfter(at, signatures[index]);
    }
    this.#unsigned.clear();
  }

  /** The records of the signatures that come and go. */
  get difference(): RecordDifference {
    const side = (which: 'before' | 'after') =>
      this.all.flatMap((edit) => unpackRecords(edit[which] ?? new Uint8Array()));
    return { removed: side('before'), added: side('after') };
  }

  sign(sortKey: string, set: readonly ResourceRecord[]): void {
    const type = set[0]?.type ?? 0;
    this.#unsigned.set(this.#put({ sortKey, type, after: new Uint8Array() }), set);
  }

  /** The digest of the zone is stored with its signatures: each version has its own. */
  signDigest(sortKey: string, digest: ResourceRecord): void {
    const { zone, keys, times } = this.signer;
    const signatures = keys.map((key) => key.sign(zone, [digest], times.validity));
    this.#put({ sortKey, type: digest.type, after: packRecords([digest, ...signatures]) });
  }

  drop(sortKey: string, type: number): void {
    if (this.#stored.get(keyOf({ sortKey, type })) !== undefined)
      this.#put({ sortKey, type, after: null });
  }

  dropAll(sortKey: string): void {
    for (const [, each] of this.#stored) {
      if (each.sortKey === sortKey) this.drop(sortKey, each.type);
    }
  }

  /** All sets of a name, or those that `isWanted` names. NSEC, SOA and ZONEMD are signed on their own. */
  signName(
    { name, sortKey }: Pick<TouchedName, 'name' | 'sortKey'>,
    sets: Sets,
    isWanted: (type: number) => boolean = () => true,
  ): void {
    const types = chainName(this.signer.zone, name, [...sets.keys()]);
    for (const [type, set] of sets) {
      if (isOfVersion(type)) continue;
      if (!isSignedType(types, type)) this.drop(sortKey, type);
      else if (isWanted(type) || this.#stored.get(keyOf({ sortKey, type })) === undefined) {
        this.sign(sortKey, set);
      }
    }
  }

  signLinks({ edit }: ChainPlan): void {
    const { zone } = this.signer;
    for (const { name } of edit.removed) this.drop(sortKeyOf(zone, name), rrTypes.NSEC);
    for (const record of edit.added) this.sign(sortKeyOf(zone, record.name), [record]);
  }

  signTouched(touched: TouchedName, isShown: boolean): void {
    const { sortKey, before, after } = touched;
    if (!isShown) {
      this.dropAll(sortKey);
      return;
    }
    for (const type of before.keys()) if (!after.has(type)) this.drop(sortKey, type);
    this.signName(
      touched,
      after,
      (type) => !isEmpty(recordDifference(before.get(type) ?? [], after.get(type) ?? [])),
    );
  }

  /** Returns its place among the edits. */
  #put({ sortKey, type, after }: Omit<SignatureEdit, 'before'>): string {
    const at = keyOf({ sortKey, type });
    const before = this.#stored.get(at)?.records ?? null;
    this.#edits.set(at, { sortKey, type, before, after });
    this.#unsigned.delete(at);
    return at;
  }

  #putAfter(at: string, after: Uint8Array | undefined): void {
    const edit = this.#edits.get(at);
    if (edit === undefined || after === undefined) throw new Error('A set has no signatures.');
    this.#edits.set(at, { ...edit, after });
  }
}

function keyOf({ sortKey, type }: Pick<StoredSignature, 'sortKey' | 'type'>): string {
  return `${sortKey} ${type}`;
}

/** Whether each version of a zone has its own. */
export function isOfVersion(type: number): boolean {
  return type === rrTypes.SOA || type === rrTypes.ZONEMD;
}
