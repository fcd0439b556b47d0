/** Phases that wait for the zone of the registry, with a resolver that answers as each test wants it to. */
import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import { classes, encodeMessage, makeReply, type Name, rcodes, rrTypes } from '@hostmaster/dns';
import { startDnsServer } from '@hostmaster/dns/node';
import { query } from '@hostmaster/test-rig/any-query';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { describeService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { rulesOf } from '../../packages/server/src/composition/open-stores.ts';
import { reconcile } from '../../packages/server/src/reconciliation/reconcile.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import {
  type DomainDnssec,
  domainDnssec,
} from '../../packages/server/src/storage/tables/domains/domain-dnssec.ts';
import { domainId } from '../dns/sign-domain.ts';
import { dnssecOf, signersAt, typesOf, untilPhase } from './dnssec-phases.ts';

const findWait = query<{ id: string }>()(({ db, p }) =>
  db
    .selectFrom('domain_dnssec')
    .select(domainDnssec.select('dsConfirmedAt', 'checkAt'))
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

    async function readWait(): Promise<Pick<DomainDnssec, 'dsConfirmedAt' | 'checkAt'>> {
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

    async function loseSigners(): Promise<readonly string[]> {
      const before = await signersAt(service, domain);
      expect(before).toHaveLength(1);
      const found = await service.registrar.info(domain);
      if (found === null) throw new Error(`The registry does not have ${domain}.`);
      await service.registrar.update(updateOf(found, { dnssec: [] }));
      return before;
    }

    async function untilSigners(wanted: readonly string[]): Promise<void> {
      await until('the registry has the DS record', async () => {
        return (await signersAt(service, domain)).join() === wanted.join();
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

    it('sends a DS record again that the registry has lost', async () => {
      const wanted = await loseSigners();
      await service.advanceCalendar(dayMs);
      await untilSigners(wanted);
      await untilWaitsFor(unseen);
    });

    it('sends it again every day when the registry refuses it', async () => {
      const wanted = await loseSigners();
      service.registry.refuse('update', domain, { nth: 1 });
      await service.advanceCalendar(dayMs);
      await untilWaitsFor('The registry refused the DS record: Refused by the test.');
      await service.advanceCalendar(dayMs);
      await untilSigners(wanted);
      await untilWaitsFor(unseen);
      parent.set(domain, wanted);
      await untilPhase(client, domain, 'on');
    });

    it('sends a lost DS record again after a refusal also when DNSSEC is on', async () => {
      parent.set(domain, await signersAt(service, domain));
      await service.advanceCalendar(dayMs);
      await untilPhase(client, domain, 'on');
      const wanted = await loseSigners();
      service.registry.refuse('update', domain, { nth: 1 });
      const { database, registrar, config } = service;
      const services = { database, registrar, rules: rulesOf(config), clock: systemClock };
      await reconcile(services, { repair: true });
      await until('it is refused', async () =>
        (await typesOf(client, domain)).includes('dnssec.ds_refused'),
      );
      await service.advanceCalendar(dayMs);
      await untilSigners(wanted);
    });

    it('asks less often the longer it waits, and at once when the registry is compared', async () => {
      for (const [waitedMs, isAskedMs] of [
        [hourMs, 5 * minuteMs],
        [2 * dayMs, 50 * minuteMs],
      ] as const) {
        await service.advanceCalendar(waitedMs);
        await setWait({ checkAt: 0 });
        await until('the next question is later', async () => {
          return ((await readWait()).checkAt ?? 0) > Date.now() + isAskedMs;
        });
      }
      parent.set(domain, await signersAt(service, domain));
      await service.advanceCalendar(dayMs);
      await untilPhase(client, domain, 'on');
    });
  },
  { settings: { HOSTMASTER_DNSSEC_RESOLVER: `${address}:${port}` } },
);
