/** domain:check, RFC 5731 section 3.1.1, with prices by the fee extension. */

import { compact } from '../../compact.ts';
import { domain } from '../../vocabularies.ts';
import { label, listOf } from '../../xml/schema-values.ts';
import { tokenOf } from '../../xml/xml-element.ts';
import { type Availability, decodeAvailability, encodeAvailability } from '../check-data.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';
import { decodeFeeQuery, encodeFeeQuery, type FeeQuery } from '../extensions/fee-query.ts';
import { decodeFeeQuote, encodeFeeQuote, type FeeQuote } from '../extensions/fee-quote.ts';

export interface CheckDomainsRequest {
  readonly names: readonly string[];
  readonly fee?: FeeQuery;
}

export interface CheckDomainsResult {
  readonly domains: readonly Availability[];
  readonly fee?: FeeQuote;
}

export const checkDomains: CommandCodec<CheckDomainsRequest, CheckDomainsResult> = {
  type: 'domain:check',
  verb: 'check',
  objectUri: domain.uri,
  encodeRequest({ names, fee }) {
    const children = listOf('names', names, { min: 1 }).map((name) =>
      domain.leaf('name', label('names', name)),
    );
    return objectCommand(domain, 'check', { children, extensions: [fee && encodeFeeQuery(fee)] });
  },
  decodeRequest(body) {
    return compact({
      names: domain.children(objectOf(body), 'name').map(tokenOf),
      fee: decodeFeeQuery(body.extensions),
    });
  },
  encodeResult: ({ domains, fee }) =>
    resultBody([encodeAvailability(domain, 'name', domains)], [fee && encodeFeeQuote(fee)]),
  decodeResult(response) {
    return compact({
      domains: decodeAvailability(domain, 'name', response),
      fee: decodeFeeQuote(response.extensions),
    });
  },
};
