/**
 * DS records that follow the CDS and CDNSKEY records of another operator: chosen, changed, removed, and what
 * changes nothing. Knot and unbound prove the same in test/dns/followed-cds.test.ts.
 */
import { hourMs, minuteMs } from '@hostmaster/contract/durations';
import { type Message, presentRdata, rrTypes } from '@hostmaster/dns';
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { query as anyQuery } from '@hostmaster/test-rig/any-query';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import {
  describeEdge,
  describeService,
  type TestService,
  until,
} from '@hostmaster/test-rig/service';
import { afterAll, expect, it } from 'vitest';
import { followedCds } from '../../packages/server/src/storage/tables/domains/followed-cds.ts';
import { domainId } from '../dns/sign-domain.ts';
import { checkCds, makeCdsDue, untilFound } from './cds-checks.ts';
import {
  type Answer,
  type Apex,
  apexOf,
  cdsOf,
  dsOf,
  hosts,
  removal,
  serving,
  startCdsOperator,
  withFlags,
} from './cds-operator.ts';
import { dnssecOf, signersAt, typesOf, untilPhase } from './dnssec-phases.ts';

const operator = await startCdsOperator();
afterAll(() => operator.close());

const [old, next, stranger] = [ZoneKey.generate(), ZoneKey.generate(), ZoneKey.generate()];
const unavailable = { status: 409, code: 'dnssec_unavailable' } as const;

const findFollowed = anyQuery<{ id: string }>()(({ db, p }) =>
  db
    .selectFrom('followed_cds')
    .select(followedCds.select('checkAt', 'checkedAt'))
    .where('domain_id', '=', p.id),
);

/** The operator rolls from the old key to the next one, and asks for its DS record. */
const rolled = (domain: string): Apex => ({
  keys: [old, next],
  cds: [cdsOf(domain, next)],
  cdnskeys: [next.dnskey],
});

describeService(
  'CDS records of another operator',
  (service) => {
    const { serve } = operator;

    /** A domain with the DS record of the old key, whose CDS records are followed. */
    async function followed(
      client: ApiClient,
      answers: (domain: string) => readonly [Answer, Answer?],
    ): Promise<string> {
      const domain = await domainAway(service, client);
      serve(domain, ...answers(domain));
      await client.call('enableDnssec', { domain, ds: [dsOf(domain, old)] });
      await untilPhase(client, domain, 'on');
      await client.call('enableDnssec', { domain, followCds: true });
      await untilFound(client, domain);
      return domain;
    }

    it('are followed from one key to the next, and to the end of DNSSEC', async () => {
      const { client } = await service.workspace();
      const domain = await domainAway(service, client);
      serve(domain, serving(apexOf(domain, { keys: [old] })));
      await client.call('enableDnssec', { domain, ds: [dsOf(domain, old)] });
      await untilPhase(client, domain, 'on');
      const chosen = (await client.call('enableDnssec', { domain, followCds: true })).dnssec;
      expect(chosen).toMatchObject({ state: 'on', followCds: true, cdsFinding: null });
      await untilFound(client, domain);
      const same = await dnssecOf(client, domain);
      expect(same.cdsFinding).toBe('The nameservers ask for the DS records that the registry has.');
      expect(same.foreignDs).toEqual([dsOf(domain, old)]);

      serve(domain, serving(apexOf(domain, { keys: [old, next] })));
      await checkCds(service, client, domain);
      await untilPhase(client, domain, 'on');
      const both = [dsOf(domain, old), dsOf(domain, next)].toSorted();
      expect((await signersAt(service, domain)).toSorted()).toEqual(both);
      expect((await dnssecOf(client, domain)).foreignDs.toSorted()).toEqual(both);

      serve(domain, serving(apexOf(domain, rolled(domain))));
      await checkCds(service, client, domain);
      await untilPhase(client, domain, 'on');
      expect(await signersAt(service, domain)).toEqual([dsOf(domain, next)]);

      serve(domain, serving(apexOf(domain, { keys: [next], ...removal })));
      await checkCds(service, client, domain);
      await untilPhase(client, domain, 'waiting_for_ds_ttl');
      expect(await signersAt(service, domain)).toEqual([]);
      expect((await dnssecOf(client, domain)).cdsFinding).toContain('asked for the removal');
      const { events } = await client.call('listEvents', { limit: 100 });
      const of = (type: string) =>
        events.filter((event) => event.type === type).map(({ data }) => data);
      expect(of('dnssec.cds_following')).toMatchObject([{ following: true }]);
      const sent = of('dnssec.ds_followed').toSorted((a, b) => dsIn(b) - dsIn(a));
      expect(sent).toMatchObject([{ ds: both }, { ds: [dsOf(domain, next)] }]);
      expect(of('dnssec.turning_off')).toMatchObject([{ cause: 'cds' }]);

      // Nothing else is followed before that is complete.
      serve(domain, serving(apexOf(domain, { keys: [next] })));
      await checkCds(service, client, domain);
      const waiting = await dnssecOf(client, domain);
      expect(waiting.cdsFinding).toContain('when the last change of DNSSEC is complete');
      expect(waiting).toMatchObject({ phase: 'waiting_for_ds_ttl', followCds: true });
    });

    it('need only one of the two types, and lead to the same DS records', async () => {
      const { client } = await service.workspace();
      for (const absent of ['cds', 'cdnskeys'] as const) {
        const domain = await domainAway(service, client);
        serve(domain, serving(apexOf(domain, { ...rolled(domain), [absent]: [] })));
        await client.call('enableDnssec', { domain, ds: [dsOf(domain, old)], followCds: true });
        await until('the DS record of the new key is there', async () => {
          if ((await dnssecOf(client, domain)).phase !== 'on') return false;
          if ((await signersAt(service, domain)).join() === dsOf(domain, next)) return true;
          await checkCds(service, client, domain);
          return false;
        });
      }
    });

    it('are not accepted again when newer ones were', async () => {
      const { client } = await service.workspace();
      const domain = await followed(client, (name) => [
        serving(apexOf(name, { keys: [old, next], sinceSeconds: -60 })),
      ]);
      await untilPhase(client, domain, 'on');
      const before = await signersAt(service, domain);
      expect(before).toHaveLength(2);
      serve(domain, serving(apexOf(domain, { ...rolled(domain), sinceSeconds: -61 })));
      await checkCds(service, client, domain);
      const { cdsFinding, phase } = await dnssecOf(client, domain);
      expect(cdsFinding).toContain('older than those followed before');
      expect(phase).toBe('on');
      expect(await signersAt(service, domain)).toEqual(before);
      serve(domain, serving(apexOf(domain, { ...rolled(domain), sinceSeconds: -59 })));
      await checkCds(service, client, domain);
      await untilPhase(client, domain, 'on');
      expect(await signersAt(service, domain)).toEqual([dsOf(domain, next)]);
    });

    it.each<[string, (domain: string) => readonly [Answer, Answer?], RegExp]>([
      [
        'nameservers that disagree',
        (domain) => [
          serving(apexOf(domain, rolled(domain))),
          serving(apexOf(domain, { ...rolled(domain), cds: [cdsOf(domain, old)], cdnskeys: [] })),
        ],
        /ns1.example.net and ns2.example.net publish different CDS records/,
      ],
      [
        'one nameserver that has none',
        (domain) => [
          serving(apexOf(domain, rolled(domain))),
          serving(apexOf(domain, { keys: [old, next], cds: [], cdnskeys: [] })),
        ],
        /publish different CDS records/,
      ],
      [
        'a nameserver that is silent',
        (domain) => [serving(apexOf(domain, rolled(domain))), () => null],
        /^ns2.example.net did not answer\.$/,
      ],
      [
        'a nameserver that answers garbage',
        (domain) => [
          serving(apexOf(domain, rolled(domain))),
          ({ id }) =>
            Uint8Array.of(id >> 8, id & 0xff, 0x84, 0, 0, 1, 0, 9, 0, 0, 0, 0, 0xff, 0xff),
        ],
        /^ns2.example.net did not answer\.$/,
      ],
      [
        'a nameserver without authority',
        (domain) => [
          (query) =>
            changed(serving(apexOf(domain, rolled(domain))), { authoritative: false })(query),
        ],
        /^ns1.example.net does not serve the domain\.$/,
      ],
      [
        'no CDS records',
        (domain) => [serving(apexOf(domain, { keys: [old, next], cds: [], cdnskeys: [] }))],
        /publish no CDS records/,
      ],
      [
        'records without a signature',
        (domain) => [serving(apexOf(domain, { ...rolled(domain), signers: [] }))],
        /CDS records without a valid signature/,
      ],
      [
        'a signature of a key of the zone without DS record',
        (domain) => [serving(apexOf(domain, { ...rolled(domain), signers: [next] }))],
        /CDS records without a valid signature/,
      ],
      [
        'a signature of a key that is not in the zone',
        (domain) => [serving(apexOf(domain, { ...rolled(domain), signers: [stranger] }))],
        /CDS records without a valid signature/,
      ],
      [
        'a signature with a flipped bit',
        (domain) => [serving(flipped(domain))],
        /CDS records without a valid signature/,
      ],
      [
        'signatures that have ended',
        (domain) => [
          serving(
            apexOf(domain, { ...rolled(domain), sinceSeconds: -7_200, untilSeconds: -3_600 }),
          ),
        ],
        /DNSKEY records without a valid signature/,
      ],
      [
        'signatures that are not valid yet',
        (domain) => [serving(apexOf(domain, { ...rolled(domain), sinceSeconds: 3_600 }))],
        /DNSKEY records without a valid signature/,
      ],
      [
        'a zone without the key of the present DS record',
        (domain) => [serving(apexOf(domain, { keys: [next] }))],
        /DNSKEY records without a valid signature/,
      ],
      [
        'a DS record of a key that the zone does not have',
        (domain) => [
          serving(apexOf(domain, { keys: [old], cds: [cdsOf(domain, stranger)], cdnskeys: [] })),
        ],
        /would make the domain unreachable/,
      ],
      [
        'a DS record of a revoked key',
        (domain) => [
          serving(apexOf(domain, { keys: [old], cds: [], cdnskeys: [withFlags(old, 0x0181)] })),
        ],
        /would make the domain unreachable/,
      ],
      [
        'twenty CDS records',
        (domain) => [
          serving(
            apexOf(domain, {
              keys: [old],
              cds: Array.from({ length: 20 }, () => cdsOf(domain, ZoneKey.generate())),
            }),
          ),
        ],
        /publishes 20 CDS records; at most 8/,
      ],
      [
        'twenty keys',
        (domain) => [
          serving(
            apexOf(domain, {
              ...rolled(domain),
              keys: [old, next, ...Array.from({ length: 18 }, () => ZoneKey.generate())],
            }),
          ),
        ],
        /publishes 20 DNSKEY records; at most 16/,
      ],
      [
        'twenty signatures of a set',
        (domain) => [
          serving(
            apexOf(domain, { ...rolled(domain), signers: Array.from({ length: 20 }, () => old) }),
          ),
        ],
        /more than 8 signatures/,
      ],
      [
        'CDS and CDNSKEY records that disagree',
        (domain) => [serving(apexOf(domain, { ...rolled(domain), cdnskeys: [old.dnskey] }))],
        /CDS and CDNSKEY records of different keys/,
      ],
      [
        'a removal beside another record',
        (domain) => [
          serving(
            apexOf(domain, { ...rolled(domain), cds: [...removal.cds, cdsOf(domain, next)] }),
          ),
        ],
        /asks for the removal of the DS records and for others/,
      ],
      [
        'a removal that only one of the types asks for',
        (domain) => [serving(apexOf(domain, { ...rolled(domain), cds: removal.cds }))],
        /asks for the removal of the DS records and for others/,
      ],
      [
        'a removal without a signature',
        (domain) => [serving(apexOf(domain, { keys: [old], ...removal, signers: [] }))],
        /CDS records without a valid signature/,
      ],
      [
        'a digest of SHA-1',
        (domain) => [
          serving(
            apexOf(domain, { ...rolled(domain), cds: [cdsOf(domain, next, 1)], cdnskeys: [] }),
          ),
        ],
        /digest type 1/,
      ],
      [
        'an unknown algorithm',
        (domain) => [
          serving(
            apexOf(domain, {
              ...rolled(domain),
              cds: [cdsOf(domain, next).map((octet, at) => (at === 2 ? 99 : octet))],
              cdnskeys: [],
            }),
          ),
        ],
        /algorithm/,
      ],
      [
        'a CDS record that cannot be read',
        (domain) => [
          serving(apexOf(domain, { ...rolled(domain), cds: [Uint8Array.of(1, 2)], cdnskeys: [] })),
        ],
        /^ns1.example.net did not answer\.$/,
      ],
    ])('change nothing: %s', async (_, answers, finding) => {
      const { client } = await service.workspace();
      const domain = await followed(client, answers);
      const dnssec = await dnssecOf(client, domain);
      expect(dnssec.cdsFinding).toMatch(finding);
      expect(dnssec).toMatchObject({ phase: 'on', foreignDs: [dsOf(domain, old)] });
      expect(await signersAt(service, domain)).toEqual([dsOf(domain, old)]);
      expect(await typesOf(client, domain)).not.toContain('dnssec.ds_followed');
    });

    it('are asked for once a day, and on request, but not twice in a minute', async () => {
      const { client } = await service.workspace();
      let questions = 0;
      const domain = await followed(client, (name) => [
        (query) => {
          questions += 1;
          return serving(apexOf(name, { keys: [old] }))(query);
        },
      ]);
      const row = { id: await domainId(service, domain) };
      const read = async () => {
        const found = await service.database.first(findFollowed, row);
        return found ?? expect.unreachable();
      };
      const { checkAt, checkedAt } = await read();
      expect(checkAt).toBeGreaterThan(Date.now() + 21 * hourMs);
      expect(checkAt).toBeLessThanOrEqual(Date.now() + 24 * hourMs);
      const asked = questions;
      await client.call('enableDnssec', { domain, followCds: true });
      await until('the request waits for its minute', async () => (await read()).checkAt > 0);
      expect((await read()).checkAt).toBe((checkedAt ?? 0) + minuteMs);
      expect(questions).toBe(asked);
    });

    it('are no longer followed when the owner says so, or turns DNSSEC off', async () => {
      const { client } = await service.workspace();
      const domain = await followed(client, (name) => [serving(apexOf(name, { keys: [old] }))]);
      const ended = (await client.call('enableDnssec', { domain, followCds: false })).dnssec;
      expect(ended).toMatchObject({ phase: 'on', followCds: false, cdsFinding: null });
      const again = (await client.call('enableDnssec', { domain, followCds: false })).dnssec;
      expect(again).toEqual(ended);
      await client.call('enableDnssec', { domain, followCds: true });
      const off = (await client.call('disableDnssec', { domain })).dnssec;
      expect(off).toMatchObject({ state: 'turning_off', followCds: false });
      const { events } = await client.call('listEvents', { limit: 100 });
      const changes = events.filter(({ type }) => type === 'dnssec.cds_following');
      expect(changes).toHaveLength(4);
    });

    it('are no longer followed when the domain begins to move here', async () => {
      const { client } = await service.workspace();
      const domain = await followed(client, (name) => [serving(apexOf(name, { keys: [old] }))]);
      const key = presentRdata({ type: rrTypes.DNSKEY, rdata: old.dnskey });
      const moving = await client.call('enableDnssec', { domain, foreignKeys: [key] });
      expect(moving.dnssec).toMatchObject({ followCds: false, cdsFinding: null });
      expect(await dnssecOf(client, domain)).toMatchObject({ followCds: false });
    });

    it('are no longer followed when the nameservers of the service answer', async () => {
      const { client } = await service.workspace();
      const domain = await domainAway(service, client);
      serve(domain, serving(apexOf(domain, { keys: [old] })));
      await client.call('enableDnssec', { domain, followCds: true });
      await untilFound(client, domain);
      await client.call('replaceNameservers', {
        domain,
        nameservers: [...service.config.nameservers],
      });
      await makeCdsDue(service, domain);
      await until('they are not followed', async () => {
        return !(await dnssecOf(client, domain)).followCds;
      });
    });

    it('lead to no first DS record without a resolver that validates', async () => {
      const { client } = await service.workspace();
      const domain = await domainAway(service, client);
      serve(domain, serving(apexOf(domain, { keys: [old] })));
      await client.call('enableDnssec', { domain, followCds: true });
      await untilFound(client, domain);
      const dnssec = await dnssecOf(client, domain);
      expect(dnssec).toMatchObject({ state: 'off', followCds: true, foreignDs: [] });
      expect(dnssec.cdsFinding).toContain('no resolver that could validate a first one');
      expect(await signersAt(service, domain)).toEqual([]);
    });

    it('409: for a domain that is served or signed here', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const refused = await client.request('enableDnssec', { domain, followCds: true });
      expectRefusal(refused, unavailable);
      await client.call('enableDnssec', { domain });
      expectRefusal(await client.request('enableDnssec', { domain, followCds: true }), unavailable);
      expect((await dnssecOf(client, domain)).followCds).toBe(false);
    });

    it('400: anything but true and false', async () => {
      const { client } = await service.workspace();
      const domain = await domainAway(service, client);
      const wrong = { domain, followCds: 'yes' } as unknown as { domain: string };
      expectRefusal(await client.request('enableDnssec', wrong), {
        status: 400,
        code: 'invalid_request',
        fields: ['followCds'],
      });
    });
  },
  { settings: operator.settings, nameserverPort: operator.nameserverPort },
);

describeEdge(
  'CDS records at a private address',
  (service) => {
    it('are not asked for', async () => {
      const { client } = await service.workspace();
      const domain = await domainAway(service, client);
      let questions = 0;
      operator.serve(domain, () => {
        questions += 1;
        return null;
      });
      await client.call('enableDnssec', { domain, followCds: true });
      await untilFound(client, domain);
      expect((await dnssecOf(client, domain)).cdsFinding).toBe(
        `${hosts[0]} has no public address.`,
      );
      expect(questions).toBe(0);
    });
  },
  {
    settings: { HOSTMASTER_RESOLVER: operator.settings.HOSTMASTER_RESOLVER },
    nameserverPort: operator.nameserverPort,
  },
);

async function domainAway(service: TestService, client: ApiClient): Promise<string> {
  const domain = await service.liveDomain(client, service.freshName('followed'));
  await client.call('replaceNameservers', { domain, nameservers: [...hosts] });
  await service.untilNoJobs(domain);
  return domain;
}

function dsIn(data: object): number {
  return 'ds' in data && Array.isArray(data.ds) ? data.ds.length : 0;
}

function changed(answer: Answer, fields: Partial<Message>): Answer {
  return (query) => {
    const reply = answer(query);
    return reply === null || reply instanceof Uint8Array ? reply : { ...reply, ...fields };
  };
}

/** The signature of the CDS records has a wrong bit. */
function flipped(domain: string) {
  const records = new Map(apexOf(domain, rolled(domain)));
  const wrong = (records.get(rrTypes.CDS) ?? []).map((record) => {
    if (record.type !== rrTypes.RRSIG) return record;
    const rdata = Uint8Array.from(record.rdata);
    rdata[rdata.length - 1] = (rdata.at(-1) ?? 0) ^ 1;
    return { ...record, rdata };
  });
  return records.set(rrTypes.CDS, wrong);
}
