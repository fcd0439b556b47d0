/**
 * Every frame that client and front can emit is valid by the official schemas, for any input: a
 * value is refused before the write, or the frame is valid and decodes to the same command.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareCommand } from './client/prepare-command.ts';
import { encodeGreeting, encodeHello } from './codecs/session/greeting.ts';
import { decodeResponse, encodeResponse, plainResult } from './epp-response.ts';
import { EppValueError } from './errors.ts';
import { resultTexts } from './fixtures/arbitraries.ts';
import { type CodecCase, codecCases } from './fixtures/codec-cases.ts';
import { recorded } from './fixtures/recorded.ts';
import { schemaProblems } from './fixtures/schema-validator.ts';
import { epp } from './vocabularies.ts';
import { readXml } from './xml/read-xml.ts';
import { writeDocument } from './xml/write-xml.ts';
import { childElements } from './xml/xml-element.ts';

interface Emission {
  readonly type: string;
  /** Encodes, decodes and encodes again; throws EppValueError for what must not be sent. */
  emit(): { readonly first: string; readonly second: string };
  /** Keeps a failing batch readable. */
  [fc.toStringMethod](): string;
}

function requestEmission({ codec, request }: CodecCase): fc.Arbitrary<Emission> {
  return fc.tuple(request, resultTexts).map(([value, { clTRID }]) => ({
    type: `${codec.type} request`,
    [fc.toStringMethod]: () => `${codec.type} request`,
    emit() {
      const first = prepareCommand(codec, value, clTRID).xml;
      const command = epp.requiredChild(readXml(first), 'command');
      const [verb, ...rest] = childElements(command);
      if (verb === undefined) throw new Error('no command');
      const extensions = rest.filter(({ name }) => name === 'extension').flatMap(childElements);
      const again = codec.decodeRequest({ command: verb, extensions });
      return { first, second: prepareCommand(codec, again, clTRID).xml };
    },
  }));
}

function resultEmission({ codec, request, result }: CodecCase): fc.Arbitrary<Emission> {
  return fc.tuple(request, result, resultTexts).map(([asked, value, texts]) => {
    const write = (data: unknown) => {
      const { clTRID, svTRID, ...detail } = texts;
      const body = codec.encodeResult(data);
      const plain = plainResult(body.code ?? 1000, detail);
      return writeDocument(
        encodeResponse({ ...plain, ...body, code: 0, results: [plain], clTRID, svTRID }),
      );
    };
    return {
      type: `${codec.type} result`,
      [fc.toStringMethod]: () => `${codec.type} result`,
      emit() {
        const first = write(value);
        return { first, second: write(codec.decodeResult(decodeResponse(readXml(first)), asked)) };
      },
    };
  });
}

/** Emits a batch; counts what was accepted, so that refusing everything cannot pass. */
function emitAll(emissions: readonly Emission[], accepted: Map<string, number>): string[] {
  return emissions.flatMap((emission) => {
    try {
      const { first, second } = emission.emit();
      expect(second, emission.type).toBe(first);
      accepted.set(emission.type, (accepted.get(emission.type) ?? 0) + 1);
      return [first];
    } catch (error) {
      if (error instanceof EppValueError) return [];
      throw error;
    }
  });
}

async function everyFrameIsValid(emissions: readonly fc.Arbitrary<Emission>[]): Promise<void> {
  const accepted = new Map<string, number>();
  const batch = fc.array(fc.oneof(...emissions), { minLength: 300, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(batch, async (items) => {
      expect(await schemaProblems(emitAll(items, accepted))).toEqual([]);
    }),
    { numRuns: 8, endOnFailure: true },
  );
  expect(accepted.size).toBe(emissions.length);
  for (const [type, count] of accepted) expect(count, type).toBeGreaterThan(20);
}

describe('the official schemas', () => {
  test('accept the recorded requests, so that the validator is known to work', async () => {
    const names = [
      '01-login',
      '02-domain-check',
      '03-contact-create',
      '07-domain-create',
      '13-domain-update-ds',
    ];
    expect(await schemaProblems(names.map((name) => recorded(`${name}.req`)))).toEqual([]);
  });

  test('refuse a frame with one wrong element, which proves that the validator works', async () => {
    const broken = recorded('07-domain-create.req').replaceAll('domain:registrant', 'domain:owner');
    const problems = await schemaProblems([recorded('04-host-create.req'), broken]);
    expect(problems.join()).toContain('owner');
  });

  test(
    'accept every request the client can emit',
    () => everyFrameIsValid(codecCases.map(requestEmission)),
    120_000,
  );

  test(
    'accept every response the front can emit',
    () => everyFrameIsValid(codecCases.map(resultEmission)),
    120_000,
  );

  test('accept hello and every greeting', async () => {
    const greetings = fc.sample(
      fc.record({
        serverId: fc.string({ unit: 'grapheme-ascii', minLength: 3, maxLength: 64 }),
        serverDate: fc.date({ min: new Date(0), max: new Date('2199-01-01'), noInvalidDate: true }),
        versions: fc.constant(['1.0']),
        languages: fc.constantFrom(['en'], ['en', 'fr-CA']),
        objectUris: fc.constant(['urn:ietf:params:xml:ns:domain-1.0']),
        extensionUris: fc.constantFrom([], ['https://vendor.example/epp/x-1.0?a=b&c=d']),
      }),
      50,
    );
    const documents = [encodeHello(), ...greetings.map(encodeGreeting)];
    expect(await schemaProblems(documents.map(writeDocument))).toEqual([]);
  });
});
