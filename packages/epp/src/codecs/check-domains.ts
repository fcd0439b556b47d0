/** domain:check, RFC 5731 section 3.1.1, with prices by the fee extension. */

import { compact } from '../compact.ts';
import { domainUri } from '../namespaces.ts';
import { label, listOf } from '../xml/schema-values.ts';
import { tokenOf } from '../xml/xml-element.ts';
import { type Availability, encodeAvailability, readAvailability } from './availability.ts';
import { type CommandCodec, findRequired, objectCommand, objectOf } from './command-codec.ts';
import { domain } from './domain-parts.ts';
import {
  decodeFeeQuery,
  decodeFeeQuote,
  encodeFeeQuery,
  encodeFeeQuote,
  type FeeQuery,
  type FeeQuote,
} from './fee.ts';

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
  objectUri: domainUri,
  encodeRequest({ names, fee }) {
    const children = listOf('names', names, { min: 1 }).map((name) =>
      domain.leaf('name', label('names', name)),
    );
    return objectCommand('check', domain.element('check', {}, children), [
      fee && encodeFeeQuery(fee),
    ]);
  },
  decodeRequest(body) {
    return compact({
      names: domain.children(objectOf(body), 'name').map(tokenOf),
      fee: decodeFeeQuery(body.extensions),
    });
  },
  encodeResult({ domains, fee }) {
    return {
      resData: [encodeAvailability(domain, 'name', domains)],
      extensions: fee === undefined ? [] : [encodeFeeQuote(fee)],
    };
  },
  decodeResult({ resData, extensions }) {
    return compact({
      domains: readAvailability(domain, 'name', findRequired(resData, domainUri, 'chkData')),
      fee: decodeFeeQuote(extensions),
    });
  },
};
