/** hostmaster dns export: the records of a domain as a zone file that any nameserver can load. */
import { writeComment } from '@hostmaster/dns';
import { printableJson } from '../../base/printable.ts';
import { nameserverRecords, soaRecord } from '../../zones/apex.ts';
import { ownersLines, zoneLines } from '../../zones/zone-lines.ts';
import { type UserFlags, withSession } from '../session.ts';
import { storedRecord } from './apply-records.ts';

export async function exportRecords(text: string, flags: UserFlags): Promise<void> {
  const { domain, records, soa } = await withSession(flags, async ({ client, call }) => ({
    ...(await client.getDomain({ domain: text }, call)),
    ...(await client.listRecords({ domain: text }, call)),
    ...(await client.getSoa({ domain: text }, call)),
  }));
  const { name: zone, nameservers } = domain;
  const serial = soa.serial ?? 1;
  const settings = {
    mailbox: soa.mailbox,
    refreshSeconds: soa.refresh,
    retrySeconds: soa.retry,
    expireSeconds: soa.expire,
    negativeTtlSeconds: soa.negativeTtl,
  };
  const start = soaRecord(
    { name: zone, zone: { nameservers, soa: settings } },
    { soaDefaults: settings, serial },
  );
  const stored = records.map(storedRecord);
  const file = [
    writeComment(`${zone}, serial ${serial}. Owner names are relative to it.`),
    ...zoneLines(zone, [start, ...nameserverRecords(zone, nameservers)]),
    ownersLines(
      zone,
      stored.filter(({ name }) => name === '@'),
    ),
    ownersLines(
      zone,
      stored.filter(({ name }) => name !== '@'),
    ),
  ].join('');
  if (flags.json === true) console.log(printableJson({ domain: zone, serial, file }));
  else process.stdout.write(file);
}
