/** PATCH /v1/domains/{domain}/nameservers. The whole set is replaced; the order is kept. */
import { type FieldProblem, invalidRequest } from '../../base/errors.ts';
import { combine } from '../../changes/change.ts';
import { convergenceJob } from '../../changes/job-kinds.ts';
import { normaliseNameserver } from '../../domains/nameserver-name.ts';
import { happened } from '../../facts/fact.ts';
import { publishNameservers } from '../../publication/publish-nameservers.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { update } from '../../storage/row-write.ts';
import { domainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import { domains } from '../../storage/tables/domains/domains.ts';
import { areHeld, leaveSigned, loadSigned } from '../dnssec/leave-signed.ts';
import { findOwnHosts } from '../dnssec/own-hosts.ts';
import { assertChangeable, domainKey, loadDomain, loadLocked } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { requireZoneVersion } from '../records/versions.ts';
import { isPending } from '../views.ts';

export const replaceNameservers = changeOperation('replaceNameservers', {
  parse: (input) => ({ domain: input.domain, nameservers: parseNameservers(input.nameservers) }),

  /** Secondaries of the customer answer with signatures; a signed domain has to know them. */
  async prepare(reader, call, { domain: pathName, nameservers }) {
    const domain = await loadDomain(reader, call, pathName);
    const row = await reader.first(findDnssec, { domainId: domain.id });
    if (row === undefined) return null;
    return findOwnHosts(reader, call, { domain, row }, nameservers);
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input, asked) {
    const domain = await loadLocked(reader, call, input.domain);
    const rules = { ...call.services.rules, asked };
    return { domain, signed: await loadSigned(reader, domain, rules) };
  },

  decide(call, { nameservers }, { domain, signed }, asked) {
    requireZoneVersion(call, domain);
    assertChangeable(domain);
    const { id, name } = domain;
    // DNSSEC may have ended while they were asked.
    const ownHosts = signed === null || asked === null ? 'any' : signed.ownHosts;
    const isHeld = areHeld(call, { nameservers, signed });
    const publication = publishNameservers(
      call,
      { domain, ...call.services.rules },
      { nameservers, isHeld },
    );
    const desiredRevision = domain.registry.desiredRevision + 1;
    return {
      answer: { nameservers, pendingFulfillment: isPending(domain) },
      change: combine(
        {
          rows: [
            update(domains, { id }, { nameservers, desiredRevision, ...publication.set }),
            ...(ownHosts === 'any' ? [] : [update(domainDnssec, { domainId: id }, { ownHosts })]),
          ],
          jobs: isPending(domain) ? [] : [convergenceJob({ domainId: id })],
          facts: [happened(call, { kind: 'domain.nameservers', domain: name, nameservers })],
        },
        publication.change,
        leaveSigned(call, domain, { nameservers, signed }),
      ),
    };
  },
});

function parseNameservers(texts: readonly string[]): string[] {
  const problems: FieldProblem[] = [];
  const names: string[] = [];
  for (const [index, text] of texts.entries()) {
    const path = `nameservers[${index}]`;
    const name = normaliseNameserver(text);
    if (name === null) {
      problems.push({
        path,
        message: 'must be a fully-qualified hostname such as ns1.example.net',
      });
    } else if (names.includes(name)) {
      problems.push({ path, message: `repeats ${name}` });
    } else {
      names.push(name);
    }
  }
  const [first, ...others] = problems;
  if (first !== undefined) throw invalidRequest(first, ...others);
  return names;
}
