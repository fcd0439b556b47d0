/**
 * Checks the prerequisites of an UPDATE (RFC 2136, section 3.2) against a view of the zone. It does
 * no I/O, so the caller can run it inside the transaction that changes the zone.
 */
import { toHex } from '../bytes.ts';
import type { Name } from '../name.ts';
import { rcodes } from '../protocol.ts';
import { canonicalRdata } from '../rdata/name-layout.ts';
import type { Prerequisite } from './update.ts';

export interface ZoneView {
  /** Whether any record stands at exactly this name. */
  hasName(name: Name): boolean;
  /** The data of one set, empty when there is none. */
  rdatasOf(name: Name, type: number): readonly Uint8Array[];
}

/** NOERROR, or the rcode of the first prerequisite that does not hold. */
export function checkPrerequisites(prerequisites: readonly Prerequisite[], view: ZoneView): number {
  for (const prerequisite of prerequisites) {
    const rcode = checkPrerequisite(prerequisite, view);
    if (rcode !== rcodes.NOERROR) return rcode;
  }
  return rcodes.NOERROR;
}

function checkPrerequisite(prerequisite: Prerequisite, view: ZoneView): number {
  const { name } = prerequisite;
  switch (prerequisite.kind) {
    case 'name-in-use':
      return view.hasName(name) ? rcodes.NOERROR : rcodes.NXDOMAIN;
    case 'name-not-in-use':
      return view.hasName(name) ? rcodes.YXDOMAIN : rcodes.NOERROR;
    case 'set-exists':
      return view.rdatasOf(name, prerequisite.type).length > 0 ? rcodes.NOERROR : rcodes.NXRRSET;
    case 'set-does-not-exist':
      return view.rdatasOf(name, prerequisite.type).length > 0 ? rcodes.YXRRSET : rcodes.NOERROR;
    case 'set-equals': {
      const held = canonicalSet(prerequisite.type, view.rdatasOf(name, prerequisite.type));
      const wanted = canonicalSet(prerequisite.type, prerequisite.rdatas);
      return held === wanted ? rcodes.NOERROR : rcodes.NXRRSET;
    }
  }
}

function canonicalSet(type: number, rdatas: readonly Uint8Array[]): string {
  const distinct = new Set(rdatas.map((rdata) => toHex(canonicalRdata(type, rdata))));
  return [...distinct].sort().join(' ');
}
