/**
 * POST /v1/domains/check. Names under suffixes that are not sold are dropped; a name that can never
 * be registered under one that is sold is simply not available, so one bad name never fails a batch.
 */
import { normaliseDomainName, placeOf } from '../domains/domain-name.ts';
import { findHeldNames } from '../storage/queries/domains.ts';
import { readOperation } from './operation.ts';
import { loadPrices } from './prices.ts';
import { askRegistry } from './registry-question.ts';

interface Candidate {
  readonly shown: string;
  /** Null when the text cannot be normalised to a name. */
  readonly name: string | null;
}

export const checkDomains = readOperation('checkDomains', async (reader, call, input) => {
  const candidates = candidatesOf([
    ...(input.domain === undefined ? [] : [input.domain]),
    ...(input.domains ?? []),
  ]);
  const prices = await loadPrices(reader, {
    workspaceId: call.actor.workspaceId,
    names: candidates.map((candidate) => candidate.shown),
  });
  const isPriced = (suffix: string) => prices.has(suffix);
  const sold = candidates.filter(
    ({ shown }) => prices.has(shown) || placeOf(shown, isPriced) !== null,
  );
  const registrable = sold.flatMap(({ name }) =>
    name !== null && placeOf(name, isPriced)?.isRegistrable === true ? [name] : [],
  );
  const { registrar, rules } = call.services;
  const [answers, held] = await Promise.all([
    askRegistry(registrar.check(registrable), rules.registryQuestionMs),
    reader.all(findHeldNames, { names: JSON.stringify(registrable) }),
  ]);
  const answerByName = new Map(registrable.map((name, index) => [name, answers[index]]));
  const heldNames = new Set(held.map((row) => row.name));
  return {
    results: sold.map(({ shown, name }) => {
      const answer = name === null ? undefined : answerByName.get(name);
      return {
        domain: shown,
        available: answer?.available === true && !heldNames.has(shown),
        isPremium: answer !== undefined && answer.premium !== null,
      };
    }),
  };
});

/** In order, each once. A text that is no name is shown lower-cased as it was sent. */
function candidatesOf(texts: readonly string[]): readonly Candidate[] {
  const byShown = new Map<string, Candidate>();
  for (const text of texts) {
    const name = normaliseDomainName(text);
    const shown = name ?? text.trim().toLowerCase().replace(/\.$/, '');
    if (!byShown.has(shown)) byShown.set(shown, { shown, name });
  }
  return [...byShown.values()];
}
