/**
 * The auth codes of a bulk operation that transfers domains. They are sealed with those of the same part,
 * and each is erased when its transfer was ordered: from then on the transfer itself has it.
 */

import { newId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import { findAuthCodes } from '../../storage/queries/bulk/bulk-operations.ts';
import { insert, type RowWrite, remove, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { bulkAuthCodes } from '../../storage/tables/bulk/bulk-auth-codes.ts';
import type { BulkOperation } from '../../storage/tables/bulk/bulk-operations.ts';
import { inParts, placeOf } from './bulk-parts.ts';

type Codes = readonly (string | null)[];

export function newAuthCodes(
  secrets: SecretBox,
  { id: bulkId, workspaceId }: BulkOperation,
  codes: readonly string[],
): readonly RowWrite[] {
  return inParts(codes).map((ofPart, part) =>
    insert(bulkAuthCodes, {
      id: newId('blc'),
      workspaceId,
      bulkId,
      part,
      codes: secrets.seal(JSON.stringify(ofPart)),
    }),
  );
}

/** Finds the code of the domain at a position; undefined where none is stored. */
export async function loadAuthCodes(
  reader: HostmasterReader,
  secrets: SecretBox,
  bulkId: string,
  positions: readonly number[],
): Promise<(position: number) => string | undefined> {
  const codes = new Map<number, Codes>();
  for (const { part, codes: sealed } of await loadRows(reader, bulkId, positions)) {
    codes.set(part, openCodes(secrets, sealed));
  }
  return (position) => {
    const { part, index } = placeOf(position);
    return codes.get(part)?.[index] ?? undefined;
  };
}

/** The rows with codes of domains at these positions. */
export async function loadRows(
  reader: HostmasterReader,
  bulkId: string,
  positions: readonly number[],
) {
  const parts = [...new Set(positions.map((position) => placeOf(position).part))];
  const rows = await Promise.all(
    parts.map((part) => reader.first(findAuthCodes, { bulkId, part })),
  );
  return rows.filter((row) => row !== undefined);
}

/** Erases the codes of the domains at these positions. */
export function erasure(
  secrets: SecretBox,
  rows: Awaited<ReturnType<typeof loadRows>>,
  positions: readonly number[],
): readonly RowWrite[] {
  return rows.flatMap(({ id, part, codes: sealed }): readonly RowWrite[] => {
    const codes = openCodes(secrets, sealed);
    const used = new Set(
      positions.map(placeOf).flatMap((at) => (at.part === part ? at.index : [])),
    );
    const left = codes.map((code, index) => (used.has(index) ? null : code));
    if (left.every((code, index) => code === codes[index])) return [];
    const where = { id, codes: sealed };
    if (left.every((code) => code === null)) return [remove(bulkAuthCodes, where)];
    return [update(bulkAuthCodes, where, { codes: secrets.seal(JSON.stringify(left)) })];
  });
}

function openCodes(secrets: SecretBox, sealed: string): Codes {
  return JSON.parse(secrets.open(sealed)) as Codes;
}
