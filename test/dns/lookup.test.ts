/**
 * Random zones: answers, flattening and warnings agree with a naive reference about wildcards,
 * empty non-terminals, delegations, CNAME chains and loops.
 */

import {
  Name,
  presentRdata,
  type ResourceRecord,
  rcodes,
  rrTypes,
  typeName,
} from '@hostmaster/dns';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { configFor } from '@hostmaster/test-rig/service-config';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom } from '../../packages/server/src/base/random.ts';
import { openStores, type Stores } from '../../packages/server/src/composition/open-stores.ts';
import { resolveTarget } from '../../packages/server/src/flattening/resolve-target.ts';
import type { StoredRecord } from '../../packages/server/src/storage/tables/records/records.ts';
import { addresslessNameservers } from '../../packages/server/src/zones/addressless-nameservers.ts';
import {
  answerQuestion,
  type ZoneAnswer,
} from '../../packages/server/src/zones/answer-question.ts';
import { nameserverRecords, soaRecord } from '../../packages/server/src/zones/apex.ts';
import { delegationWarnings } from '../../packages/server/src/zones/delegation-warnings.ts';
import { publishOwner } from '../../packages/server/src/zones/publish-owner.ts';
import { standardSoa } from '../../packages/server/src/zones/soa-settings.ts';
import { ZoneContent } from '../../packages/server/src/zones/zone-content.ts';
import { addressesOf, locate, nodeAt, type TestRecord } from './lookup-reference.ts';

const zone = 'example.com';
const outside = 'host.example.net';
const ttlSeconds = 300;
/** The apex, and every name of up to three labels. */
const names = ['@', ...namesOf(3)];
const hosts = names.filter((name) => !name.includes('*'));
const questionTypes = ['A', 'TXT', 'NS', 'CNAME', 'DS', 'ANY'] as const;
const questions = names.flatMap((name) => questionTypes.map((type) => ({ name, type })));

const types = ['A', 'A', 'TXT', 'NS', 'CNAME', 'CNAME', 'ALIAS'] as const;
const zones = fc
  .array(
    fc.record({
      name: fc.constantFrom(...names.filter((name) => name.lastIndexOf('*') <= 0)),
      type: fc.constantFrom(...types),
      target: fc.option(fc.constantFrom('@', 'a', 'b', 'a.b', 'b.b', 'a.a.b', 'b.a'), { freq: 8 }),
    }),
    { maxLength: 10 },
  )
  .map((drawn) =>
    drawn.map((record, index): TestRecord => ({ ...record, value: `192.0.2.${index + 1}` })),
  );

describe('random zones', () => {
  it('are answered as the reference answers', () => {
    fc.assert(
      fc.property(zones, (records) => {
        const content = contentOf(records);
        const published = publishedBy(records);
        const answers = questions.map(({ name, type }) => ({
          question: `${name} ${type}`,
          ...shown(answerQuestion(content, { name: full(name), type: rrTypes[type] })),
        }));
        const expected = questions.map(({ name, type }) => ({
          question: `${name} ${type}`,
          ...referenceAnswer(published, { name, type }),
        }));
        expect(answers).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('get the warnings that the reference gives', () => {
    fc.assert(
      fc.property(zones, (records) => {
        const stored = records.map(storedRecord);
        const nameservers = hosts.map((host) => full(host).toHostname());
        const addressless = hosts.filter((host) => {
          const found = locate(records, host);
          if (found.kind === 'nodata' || found.kind === 'nxdomain') return true;
          const owner = found.kind === 'records' ? found.owner : host;
          return !records.some((record) => record.name === owner && record.type === 'A');
        });
        expect(
          addresslessNameservers({
            zone,
            nameservers,
            records: stored,
            addressTypes: ['A', 'AAAA'],
          }),
        ).toEqual(addressless.map((host) => full(host).toHostname()));
        const hidden = stored.filter(({ name, type }) => {
          const found = locate(records, name);
          return (
            found.kind === 'delegation' && type !== 'A' && (type !== 'NS' || found.cut !== name)
          );
        });
        expect(delegationWarnings(zone, stored).map(({ recordId }) => recordId)).toEqual(
          hidden.map(({ id }) => id),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describeOnBothEngines('flattening in random zones', (engine) => {
  let stores: Stores;
  beforeAll(async () => {
    stores = await openStores(configFor(await engine.place()));
    await write(
      `insert into workspaces (id, name, email, created_at) values ('ws', 'w', null, 0)`,
      `insert into domains (id, workspace_id, name, state, visible, auto_renew, privacy_enabled, transfer_locked, nameservers, contact, desired_revision, applied_revision, years, created_at, expires_at, renewal_failed)
        values ('dom', 'ws', '${zone}', 'live', 1, 0, 0, 1, '["ns1.example.net"]', '{}', 1, 1, 1, 0, 0, 0)`,
      `insert into zones (name, domain_id, serial, previous_serial, changed_at, listed_id, catalog_due)
        values ('${zone}', 'dom', 1, 0, 0, null, 0)`,
    );
  });
  afterAll(() => stores.close());

  it('finds the addresses that the reference finds', async () => {
    // No resolver: a chain that leaves the zone has an unknown end.
    const services = {
      reader: stores.database,
      upstream: {
        servers: [],
        stopping: new AbortController().signal,
        clock: { now: () => 0 },
        random: systemRandom,
      },
      nameservers: ['ns1.example.net'],
    };
    await fc.assert(
      fc.asyncProperty(zones, async (records) => {
        const rows = records
          .map(storedRecord)
          .map(
            ({ id, type, name, value }) =>
              `('${id}', 'dom', '${type}', '${name}', 300, '${value}', 0)`,
          );
        const insert = `insert into records (id, domain_id, type, name, ttl_seconds, value, created_at) values ${rows.join()}`;
        await write('delete from records', ...(rows.length === 0 ? [] : [insert]));
        for (const host of hosts) {
          const { v4 } = await resolveTarget(services, full(host).toHostname());
          const found = v4?.map((rdata) => presentRdata({ type: rrTypes.A, rdata })) ?? null;
          const expected = addressesOf(records, host);
          expect({ host, found: found && new Set(found) }).toEqual({ host, found: expected });
        }
      }),
      { numRuns: 25 },
    );
  });

  async function write(...statements: readonly string[]): Promise<void> {
    await stores.database.transaction(async (tx) => {
      for (const text of statements) {
        await tx.run(
          query<object>()(({ db }) => ({ compile: () => sql.raw(text).compile(db) })),
          {},
        );
      }
    });
  }
});

/** Flattened records replaced by the addresses of their targets. */
function publishedBy(records: readonly TestRecord[]): TestRecord[] {
  const owners = [...new Set(records.map(({ name }) => name))];
  return owners.flatMap((name) => {
    const { plain, cname, flattened } = nodeAt(records, name);
    const link = { name, type: 'CNAME', target: cname ?? null, value: '' } as const;
    const addresses = new Set(
      flattened.flatMap((target) => [...(addressesOf(records, target) ?? [])]),
    );
    const flat = [...addresses].map((value) => ({ name, type: 'A', target: null, value }) as const);
    const published = [...plain, ...(cname === undefined ? [] : [link]), ...flat];
    // A name whose targets have no address exists, without data.
    const isEmpty = published.length === 0 && flattened.length > 0 && name !== '@';
    return isEmpty ? [{ name, type: 'ALIAS', target: null, value: '' }] : published;
  });
}

function referenceAnswer(
  records: readonly TestRecord[],
  question: { readonly name: string; readonly type: string },
) {
  const answers: string[] = [];
  const seen: string[] = [];
  const ended = (kind: string, more: readonly string[] = []) => ({
    kind,
    answers: [...answers, ...more].sort(),
  });
  for (let name: string | null = question.name; name !== null && !seen.includes(name); ) {
    seen.push(name);
    const found = locate(records, name);
    const isParentSide =
      question.type === 'DS' && found.kind === 'delegation' && found.cut === name;
    if (found.kind === 'delegation' && !isParentSide) return ended(`referral to ${found.cut}`);
    if (found.kind === 'nxdomain') return ended('NXDOMAIN');
    const owner: string = found.kind === 'records' ? found.owner : name;
    const held = records.filter((record) => record.name === owner);
    const sets = Map.groupBy(held, ({ type }) => type as string);
    const lines = (type: string) => (sets.get(type) ?? []).map((each) => `${name} ${line(each)}`);
    if (owner === '@') {
      const isFirst = question.type === 'ANY' && !sets.has('A');
      if (isFirst || question.type === 'NS') return ended('answer', [`@ NS ${outside}`]);
    }
    // The set whose type has the lowest number (RFC 8482 leaves the choice to the server).
    const first = ['A', 'NS', 'CNAME', 'TXT'].find((type) => sets.has(type)) ?? '';
    const matching = lines(question.type === 'ANY' ? first : question.type);
    if (matching.length > 0) return ended('answer', matching);
    const cname = sets.get('CNAME')?.[0];
    if (cname === undefined) return ended('NODATA');
    answers.push(...lines('CNAME'));
    name = cname.target;
  }
  return ended('answer');
}

function shown({ rcode, answers, authorities }: ZoneAnswer) {
  const [authority] = authorities;
  const negative = rcode === rcodes.NXDOMAIN ? 'NXDOMAIN' : 'NODATA';
  const kind =
    authority === undefined
      ? 'answer'
      : authority.type === rrTypes.NS
        ? `referral to ${relative(authority.name)}`
        : negative;
  return { kind, answers: answers.map(shownRecord).sort() };
}

function shownRecord(record: ResourceRecord): string {
  const { name, type, rdata } = record;
  if (type === rrTypes.SOA) return `${relative(name)} SOA`;
  const isHost = type === rrTypes.NS || type === rrTypes.CNAME;
  const data = isHost ? relative(Name.fromTrustedWire(rdata)) : presentRdata(record);
  return `${relative(name)} ${typeName(type)} ${data.replaceAll('"', '')}`;
}

function line({ type, target, value }: TestRecord): string {
  const isHost = type === 'NS' || type === 'CNAME';
  return `${type} ${isHost ? (target ?? outside) : value}`;
}

function contentOf(records: readonly TestRecord[]): ZoneContent {
  const addresses = new Map(
    [null, ...hosts].map((target) => {
      const found = [...(addressesOf(records, target) ?? [])];
      const octets = found.map((text) => Uint8Array.from(text.split('.'), Number));
      return [hostOf(target), { ttlSeconds, addresses: octets }];
    }),
  );
  const owners = Map.groupBy(records.map(storedRecord), ({ name }) => name);
  const domain = { name: zone, zone: { nameservers: [outside], soa: null } };
  return new ZoneContent(soaRecord(domain, { soaDefaults: standardSoa, serial: 1 }), [
    ...nameserverRecords(zone, [outside]),
    ...[...owners].flatMap(
      ([owner, held]) => publishOwner({ zone, owner, records: held, addresses }).records,
    ),
  ]);
}

function storedRecord({ name, type, target, value }: TestRecord, index: number): StoredRecord {
  const isHost = type === 'NS' || type === 'CNAME' || type === 'ALIAS';
  return {
    id: `rec_${index}`,
    type,
    name,
    ttlSeconds,
    value: isHost ? `${hostOf(target)}.` : value,
  };
}

function hostOf(target: string | null): string {
  return target === null ? outside : full(target).toHostname();
}

function full(name: string): Name {
  return Name.parse(name === '@' ? zone : `${name}.${zone}`);
}

function relative(name: Name): string {
  const host = name.toHostname();
  return host === zone ? '@' : host.replace(`.${zone}`, '');
}

/** Every name of one label up to so many. */
function namesOf(labelsMax: number): string[] {
  const longer = labelsMax === 1 ? [] : namesOf(labelsMax - 1);
  return ['a', 'b', '*'].flatMap((label) => [label, ...longer.map((name) => `${name}.${label}`)]);
}
