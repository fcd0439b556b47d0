/** How many domains are asked about at the same time. */
import { expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { systemRandom } from '../random.ts';
import { bulkPlaces, requestPlaces, type ServingPlaces, servingFinder } from './ask-serving.ts';

/** What became of each of the questions, which are asked together. No resolver knows the nameserver. */
async function askTogether(
  places: ServingPlaces,
  asked: readonly { owner: string; zone: string }[],
) {
  const stopping = new AbortController().signal;
  const upstream = { servers: [], clock: systemClock, random: systemRandom, stopping };
  const find = servingFinder({ upstream, allowsPrivate: false, portOf: () => 53 }, places);
  const questions = asked.map((each) =>
    find({ ...each, primary: 'ns1.example.com' }, ['ns1.example.net']),
  );
  const outcomes = await Promise.allSettled(questions);
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code,
  );
}

const zonesOf = (owner: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ owner, zone: `${owner}-${at}.example` }));

it('takes one request of a workspace, and two that wait', async () => {
  const asked = [...zonesOf('a', 4), ...zonesOf('b', 1)];
  expect(await askTogether(requestPlaces, asked)).toEqual([[], [], [], 'rate_limited', []]);
});

it('refuses none of the domains that slices of bulk operations attempt together', async () => {
  const asked = ['a', 'b', 'c', 'd'].flatMap((owner) => zonesOf(owner, 8));
  expect(await askTogether(bulkPlaces, asked)).toEqual(asked.map(() => []));
});
