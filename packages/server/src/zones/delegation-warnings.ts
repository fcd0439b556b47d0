/** Records that a delegation hides: they are in the zone, but nobody is ever answered with them. */
import type { StoredRecord, ZoneWarning } from './zone-record.ts';

/** Addresses may be glue; everything else at or below a delegated name belongs to the child. */
export function delegationWarnings(records: readonly StoredRecord[]): ZoneWarning[] {
  const delegated = new Set(
    records.filter(({ type, name }) => type === 'NS' && canDelegate(name)).map(({ name }) => name),
  );
  if (delegated.size === 0) return [];
  return records.flatMap(({ id, type, name }) => {
    const cut = cutAbove(name, delegated);
    if (cut === null || type === 'A' || type === 'AAAA') return [];
    if (type === 'NS' && cut === name) return [];
    return [{ recordId: id, message: `never answered: ${cut} is delegated by NS records` }];
  });
}

function canDelegate(name: string): boolean {
  return name !== '@' && !name.startsWith('*');
}

/** The delegated name closest to the apex that a name is at or below. */
function cutAbove(name: string, delegated: ReadonlySet<string>): string | null {
  const labels = name.split('.');
  for (let count = 1; count <= labels.length; count += 1) {
    const above = labels.slice(-count).join('.');
    if (delegated.has(above)) return above;
  }
  return null;
}
