/**
 * Encrypts registrant contacts at rest (docs/adr/0050): decides when it may begin, and then what was stored
 * before, page by page. A run that was interrupted is repeated and finds what is left by an index.
 */

import { withRest } from '../../base/fairness/with-rest.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import { noChange } from '../../changes/change.ts';
import { persist, persistChange } from '../../changes/persist.ts';
import { contactColumns } from '../../storage/queries/contacts/sealed-contacts.ts';
import {
  lockContactSealing,
  readContactSealing,
} from '../../storage/queries/settings/contact-sealing.ts';
import { update } from '../../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import { statement } from '../../storage/statements.ts';
import { contactSealing } from '../../storage/tables/settings/contact-sealing.ts';

/** Versions without it read contacts that are not encrypted only. */
const firstMigration = 108;
const probeText = 'registrant contacts';
/** What is read, encrypted and written at once keeps the requests of others waiting. */
const pageSize = 25;
/** A run, also the last one before the service stops, ends after this many; the next one goes on. */
const pagesPerRun = 200;

interface Parts {
  readonly database: HostmasterDatabase;
  readonly secrets: SecretBox;
}

/** The steps that both changes of the row share. */
const work = {
  keys: ['contact sealing'],
  owner: '',
  commit: 'alone',
  load: (reader: HostmasterReader) => reader.first(lockContactSealing, {}),
} as const;

/** `wrong secret`: other processes encrypt with a key that this one does not have. */
type SealingState = 'waiting' | 'on' | 'wrong secret';

/** What this process does with contacts from now on. Called at its start, and from time to time. */
export async function followContactSealing(parts: Parts): Promise<SealingState> {
  const { database, secrets } = parts;
  const row = await database.first(readContactSealing, {});
  if (row === undefined || row.beganAt === null) return 'waiting';
  const probe = row.probe ?? (await begin(parts, row.beganAt));
  const isOn = canOpen(secrets, probe);
  // Never with a key that the other processes do not have.
  database.contacts.turn(isOn);
  return isOn ? 'on' : 'wrong secret';
}

/** One run of the chore. */
export async function sealContacts(
  parts: Parts & {
    readonly now: number;
    /** For how long no process of an earlier version may have been seen. */
    readonly delayMs: number;
  },
): Promise<{ readonly state: SealingState; readonly sealed: number }> {
  let state = await followContactSealing(parts);
  if (state === 'waiting' && (await isAlone(parts))) {
    await begin(parts, parts.now);
    state = await followContactSealing(parts);
  }
  return { state, sealed: state === 'on' ? await sealPlain(parts) : 0 };
}

/** Notes since when no process of an earlier version was seen. */
async function isAlone(parts: {
  readonly database: HostmasterDatabase;
  readonly now: number;
  readonly delayMs: number;
}): Promise<boolean> {
  const { database, now, delayMs } = parts;
  const isShared = await database.isSharedWithEarlier(firstMigration);
  return persist(database, {
    ...work,
    decide(row) {
      const aloneSince = isShared ? null : (row?.aloneSince ?? now);
      const isNew = row !== undefined && row.aloneSince !== aloneSince;
      return {
        answer: aloneSince !== null && now - aloneSince >= delayMs,
        change: isNew ? { rows: [update(contactSealing, { id: 1 }, { aloneSince })] } : noChange,
      };
    },
  });
}

/** Returns the probe, which is that of the process that was first. */
function begin({ database, secrets }: Parts, beganAt: number): Promise<string> {
  return persist(database, {
    ...work,
    decide(row) {
      if (row?.probe != null) return { answer: row.probe, change: noChange };
      const probe = secrets.seal(probeText);
      return {
        answer: probe,
        change: {
          rows: [
            update(contactSealing, { id: 1 }, { beganAt, probe }),
            statement('requireMigration', { version: firstMigration }),
          ],
        },
      };
    },
  });
}

async function sealPlain({ database, secrets }: Parts): Promise<number> {
  let sealed = 0;
  let pages = 0;
  for (const { listPlain, replace } of contactColumns) {
    for (let isOver = false; !isOver && pages < pagesPerRun; pages += 1) {
      const count = await withRest(async () => {
        const rows = await database.all(listPlain, { limit: pageSize });
        const replacements = rows.map(({ key, stored }) =>
          replace({ key, before: stored, sealed: secrets.seal(stored) }),
        );
        if (replacements.length > 0) await persistChange(database, { rows: replacements });
        return rows.length;
      });
      sealed += count;
      isOver = count < pageSize;
    }
  }
  return sealed;
}

function canOpen(secrets: SecretBox, sealed: string): boolean {
  try {
    return secrets.open(sealed) === probeText;
  } catch {
    return false;
  }
}
