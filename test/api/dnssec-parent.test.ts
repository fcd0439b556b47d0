/** Phases that wait for the zone of the registry, with a resolver that answers as each test wants it to. */
import { dayMs } from '@hostmaster/contract/durations';
import { classes, encodeMessage, makeReply, type Name, rcodes, rrTypes } from '@hostmaster/dns';
import { startDnsServer } from '@hostmaster/dns/node';
import { query } from '@hostmaster/test-rig/any-query';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import {
  type DomainDnssec,
  domainDnssec,
} from '../../packages/server/src/storage/tables/domains/domain-dnssec.ts';
import { domainId } from '../dns/sign-domain.ts';
import { dnssecOf, untilPhase } from './dnssec-phases.ts';

const findWait = query<{ id: string }>()(({ db, p }) =>
  db
    .selectFrom('domain_dnssec')
    .select(domainDnssec.select('dsConfirmedAt'))
    .where('domain_id', '=', p.id),
);

const unseen = 'it has not been seen in its zone yet';
const unanswered = 'no resolver has answered';

/** DS records as text, by domain; null where no resolver answers. */
const parent = new Map<string, readonly string[] | null>();
const resolver = await startDnsServer({
  host: '127.0.0.1',
  port: 0,
  handler({ message }) {
    const [question] = message?.questions ?? [];
    if (message === null || question === undefined) return null;
    const shown = parent.get(question.name.toHostname()) ?? null;
    if (shown === null) return encodeMessage(makeReply(message, { rcode: rcodes.SERVFAIL }));
    return encodeMessage(makeReply(message, { answers: shown.map(recordOf(question.name)) }));
  },
  onError: () => {},
});
const { address, port } = resolver.address;
afterAll(() => resolver.close());

function recordOf(name: Name) {
  return (text: string) => {
    const [keyTag, algorithm, digestType, digest = ''] = text.split(' ');
    const head = Buffer.from([0, 0, Number(algorithm), Number(digestType)]);
    head.writeUInt16BE(Number(keyTag));
    const rdata = Buffer.concat([head, Buffer.from(digest, 'hex')]);
    return { name, type: rrTypes.DS, class: classes.IN, ttlSeconds: 60, rdata };
  };
}

describeService(
  'a phase that waits for the zone of the registry',
  (service) => {
    let client: ApiClient;
    let domain: string;
    let id: string;

    beforeEach(async () => {
      ({ client } = await service.workspace());
      domain = await service.liveDomain(client);
      id = await domainId(service, domain);
      parent.set(domain, []);
      await client.call('enableDnssec', { domain });
      await untilPhase(client, domain, 'waiting_for_caches');
      await service.advanceCalendar(dayMs);
      await untilPhase(client, domain, 'sending_ds');
      await untilWaitsFor(unseen);
    });

    async function untilWaitsFor(text: string): Promise<void> {
      await until(`it waits: ${text}`, async () => {
        const { phase, waitsFor } = await dnssecOf(client, domain);
        expect(phase).toBe('sending_ds');
        return waitsFor?.includes(text) === true;
      });
    }

    async function readWait(): Promise<Pick<DomainDnssec, 'dsConfirmedAt'>> {
      const row = await service.database.first(findWait, { id });
      if (row === undefined) throw new Error(`${domain} has no DNSSEC.`);
      return row;
    }

    /** As the row is when nothing has asked for some time. */
    async function setWait(set: Partial<DomainDnssec>): Promise<void> {
      await persistChange(service.database, {
        rows: [update(domainDnssec, { domainId: id }, set)],
      });
    }

    it('counts no time as silence in which nothing asked', async () => {
      const { dsConfirmedAt } = await readWait();
      const lastAnswerAt = (dsConfirmedAt ?? 0) - 8 * dayMs;
      parent.set(domain, null);
      await setWait({ dsConfirmedAt: lastAnswerAt, parentUnanswered: null, checkAt: 0 });
      await untilWaitsFor(unanswered);
      expect((await readWait()).dsConfirmedAt).toBeGreaterThan(lastAnswerAt + 7 * dayMs);

      // The process stops during the silence, and starts days later.
      await setWait({ dsConfirmedAt: lastAnswerAt, checkAt: Date.now() - 7 * dayMs });
      await until('the silence begins again', async () => {
        return ((await readWait()).dsConfirmedAt ?? 0) > lastAnswerAt;
      });
      await untilWaitsFor(unanswered);
      await service.advanceCalendar(7 * dayMs);
      await untilPhase(client, domain, 'on');
    });

    it('goes on waiting when a resolver answers after a week of silence', async () => {
      parent.set(domain, null);
      await setWait({ checkAt: 0 });
      await untilWaitsFor(unanswered);
      parent.set(domain, []);
      await service.advanceCalendar(8 * dayMs);
      await untilWaitsFor(unseen);
      expect(await dnssecOf(client, domain)).toMatchObject({ phase: 'sending_ds', until: null });
    });
  },
  { settings: { HOSTMASTER_DNSSEC_RESOLVER: `${address}:${port}` } },
);
