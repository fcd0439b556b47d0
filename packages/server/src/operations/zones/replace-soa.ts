/** PUT /v1/domains/{domain}/dns/soa. The serial stays the service's own. */
import type { Input } from '@hostmaster/contract';
import { invalidRequest } from '../../base/errors.ts';
import { domains, type SoaSettings } from '../../storage/tables/domains/domains.ts';
import { normaliseMailbox, type SoaProblem, soaProblem } from '../../zones/soa-settings.ts';
import { assertChangeable, domainKey, loadLocked } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { changeSoa } from './change-soa.ts';
import { publishedSerial, soaView } from './get-soa.ts';

export const replaceSoa = changeOperation('replaceSoa', {
  parse: (input, { services }) => ({
    domain: input.domain,
    soa: parseSoa(input, services.rules.soaDefaults),
  }),

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input) {
    const domain = await loadLocked(reader, call, input.domain);
    return { domain, serial: await publishedSerial(reader, domain) };
  },

  decide(call, { soa }, { domain, serial }) {
    assertChangeable(domain);
    return {
      answer: { soa: soaView(call, domains.changed(domain, { soa }), serial) },
      change: changeSoa(call, domain, soa),
    };
  },
});

const fieldNames: Readonly<Record<SoaProblem['field'], string>> = {
  mailbox: 'mailbox',
  refreshSeconds: 'refresh',
  retrySeconds: 'retry',
  expireSeconds: 'expire',
  negativeTtlSeconds: 'negativeTtl',
};

/** Null for a body without any field: the values of the service. */
function parseSoa(
  { mailbox, refresh, retry, expire, negativeTtl }: Omit<Input<'replaceSoa'>, 'domain'>,
  defaults: SoaSettings,
): SoaSettings | null {
  const given = [mailbox, refresh, retry, expire, negativeTtl];
  if (given.every((value) => value === undefined)) return null;
  const address = mailbox === undefined ? defaults.mailbox : normaliseMailbox(mailbox);
  if (mailbox !== undefined && address === null) {
    throw invalidRequest({
      path: 'mailbox',
      message: 'must be an email address such as dns@example.com',
    });
  }
  const soa: SoaSettings = {
    mailbox: address,
    refreshSeconds: refresh ?? defaults.refreshSeconds,
    retrySeconds: retry ?? defaults.retrySeconds,
    expireSeconds: expire ?? defaults.expireSeconds,
    negativeTtlSeconds: negativeTtl ?? defaults.negativeTtlSeconds,
  };
  const problem = soaProblem(soa);
  if (problem === null) return soa;
  throw invalidRequest({ path: fieldNames[problem.field], message: problem.message });
}
