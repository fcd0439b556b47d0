/** hostmaster dns list, add, set and rm: the records of one name, or all of them. */
import { limits, type Output } from '@hostmaster/contract';
import {
  isRecordType,
  parseRecordName,
  parseRecordValue,
  type RecordType,
  typeLabel,
} from '@hostmaster/dns/records';
import { versionOf } from '@hostmaster/sdk';
import { planReading } from '../../zones/import-plan.ts';
import { identityOf, type Wanted } from '../../zones/read-import-file.ts';
import { parseWhole } from '../read-input.ts';
import { type UserFlags, withSession } from '../session.ts';
import { type ConfirmFlags, show, showTable } from '../show.ts';
import { UserCommandError } from '../user-error.ts';
import { carryOut, recordLine, storedRecord } from './apply-records.ts';

type DnsRecord = Output<'listRecords'>['records'][number];

interface ListFlags extends UserFlags {
  readonly name?: string;
  readonly type?: string;
}

interface TtlFlags extends UserFlags {
  readonly ttl?: string;
}

const none = { first: [], count: 0 };

export async function listRecords(domain: string, flags: ListFlags): Promise<void> {
  const type = flags.type === undefined ? null : parseType(flags.type);
  const name = flags.name === undefined ? null : parseName(domain, flags.name);
  const answer = await withSession(flags, ({ client, call }) =>
    client.listRecords({ domain }, call),
  );
  const records = answer.records.filter(
    (record) => (name ?? record.name) === record.name && (type ?? record.type) === record.type,
  );
  showTable(
    flags,
    { ...answer, records },
    {
      head: ['NAME', 'TTL', 'TYPE', 'VALUE', 'ID'],
      rows: records.map(({ id, ttl, value, ...record }) => [
        record.name,
        ttl,
        typeLabel(record.type),
        value,
        id,
      ]),
      empty: 'No records.',
    },
  );
}

export async function addRecord(
  domain: string,
  nameText: string,
  typeText: string,
  value: string,
  flags: TtlFlags,
): Promise<void> {
  const type = parseType(typeText);
  const name = parseName(domain, nameText);
  const ttl = parseTtl(flags.ttl);
  const answer = await withSession(flags, ({ client, call, ifStopped }) => {
    ifStopped(`The record may have been added: "hostmaster dns list ${domain}" shows it.`);
    return client.createRecord({ domain, type, name, value, ttl }, call);
  });
  show(flags, answer, [`+ ${recordLine(answer.record)}`]);
}

/** Makes the records of one name and type these values, all at once. */
export async function setRecords(
  domain: string,
  nameText: string,
  typeText: string,
  values: readonly string[],
  flags: TtlFlags,
): Promise<void> {
  const type = parseType(typeText);
  const zone = domain.toLowerCase().replace(/\.$/, '');
  const name = parseName(zone, nameText);
  const ttlSeconds = parseTtl(flags.ttl);
  const wanted = new Map<string, Wanted>();
  for (const value of values) {
    const record = { name, type, ttlSeconds, value };
    const parsed = parseRecordValue(type, value, { origin: zone });
    if (!parsed.ok) throw new UserCommandError(`${typeLabel(type)} ${value}: ${parsed.message}`);
    wanted.set(identityOf(zone, record) ?? value, { record, line: 0 });
  }
  await withSession(flags, async (session) => {
    const list = await session.client.listRecords({ domain }, session.call);
    const records = list.records
      .filter((record) => record.name === name && record.type === type)
      .map(storedRecord);
    const reading = { wanted, refused: none, notes: none };
    const plan = await planReading({ zone, pages: [records], mode: 'mirror' }, reading);
    const ifMatch = versionOf(list);
    await carryOut(session, { ...flags, yes: true }, { domain: zone, plan, ifMatch });
  });
}

/** Removes one record by its id, or those of a name, of one type, with one value. */
export async function removeRecords(
  domain: string,
  idOrName: string,
  typeText: string | undefined,
  value: string | undefined,
  flags: ConfirmFlags,
): Promise<void> {
  const type = typeText === undefined ? null : parseType(typeText);
  await withSession(flags, async (session) => {
    const list = await session.client.listRecords({ domain }, session.call);
    const isMeant = (record: DnsRecord) =>
      record.name === parseName(domain, idOrName) &&
      (type ?? record.type) === record.type &&
      (value ?? record.value) === record.value;
    const byId = list.records.filter(({ id }) => id === idOrName);
    const removed = byId.length > 0 ? byId : list.records.filter(isMeant);
    if (removed.length === 0) {
      throw new UserCommandError(
        `${domain} has no such record. "hostmaster dns list ${domain}" lists them.`,
        'refused',
      );
    }
    const plan = {
      added: [],
      changed: [],
      removed,
      unchanged: 0,
      refused: none,
      notes: none,
    };
    const isClear = removed.length === 1 ? { yes: true } : {};
    await carryOut(session, { ...flags, ...isClear }, { domain, plan, ifMatch: versionOf(list) });
  });
}

/** TLSA, which the API calls TLS, is meant as people write it. */
function parseType(text: string): RecordType {
  const upper = text.toUpperCase();
  const type = upper === 'TLSA' ? 'TLS' : upper;
  if (isRecordType(type)) return type;
  throw new UserCommandError(`"${text}" is not a type of record, such as A, CNAME, MX or TXT.`);
}

function parseName(domain: string, text: string): string {
  const parsed = parseRecordName(text, { origin: domain.toLowerCase().replace(/\.$/, '') });
  if (parsed.ok) return parsed.name;
  throw new UserCommandError(`"${text}" is not a name of a record: ${parsed.message}.`);
}

function parseTtl(text: string | undefined): number {
  if (text === undefined) return limits.ttlSecondsDefault;
  const bounds = { min: limits.ttlSecondsMin, max: limits.ttlSecondsMax };
  return parseWhole('--ttl', text, bounds);
}
