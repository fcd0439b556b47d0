/** PATCH /v1/domains/{domain}/nameservers. The whole set is replaced; the order is kept. */
import { type FieldProblem, invalidRequest } from '../base/errors.ts';
import { normaliseNameserver } from '../domains/nameserver-name.ts';
import { enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { updateNameservers } from '../storage/queries/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { publishNameservers } from '../zones/publication/publish-change.ts';
import { loadForChange } from './loading.ts';
import { applyOperation } from './operation.ts';
import { requireZoneVersion } from './versions.ts';
import { isPending } from './views.ts';

export const replaceNameservers = applyOperation('replaceNameservers', {
  parse: (input) => ({ domain: input.domain, nameservers: parseNameservers(input.nameservers) }),

  async apply(tx, call, { domain: pathName, nameservers }) {
    const domain = await loadForChange(tx, call, pathName, requireZoneVersion);
    await tx.run(updateNameservers, {
      id: domain.id,
      nameservers,
      desiredRevision: domain.desiredRevision + 1,
    });
    await publishNameservers(tx, call, domain, nameservers);
    if (!isPending(domain)) await enqueueConvergence(tx, { domainId: domain.id });
    recordFact(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      fact: { kind: 'domain.nameservers', domain: domain.name, nameservers },
    });
    return { nameservers, pendingFulfillment: isPending(domain) };
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
