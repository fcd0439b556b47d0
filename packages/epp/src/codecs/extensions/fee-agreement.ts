/**
 * The agreed price of RFC 8748, sent with a purchase so that the registry cannot
 * charge more than it quoted.
 */

import { compact, nonEmpty } from '../../compact.ts';
import { fee } from '../../vocabularies.ts';
import { listOf } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { type Credit, decodeCharges, encodeCharges, encodeCurrency, type Fee } from './fee.ts';

export interface FeeAgreement {
  readonly currency?: string;
  readonly fees: readonly Fee[];
  readonly credits?: readonly Credit[];
}

type FeeVerb = 'create' | 'renew' | 'transfer' | 'update';

export function encodeFeeAgreement(
  verb: FeeVerb,
  agreement: FeeAgreement | undefined,
): XmlElement | undefined {
  if (agreement === undefined) return undefined;
  const { currency, fees, credits = [] } = agreement;
  return fee.element(
    verb,
    {},
    encodeCurrency(currency),
    encodeCharges({ fees: listOf('fee.fees', fees, { min: 1 }), credits }),
  );
}

export function decodeFeeAgreement(
  extensions: readonly XmlElement[],
  verb: FeeVerb,
): FeeAgreement | undefined {
  const element = fee.find(extensions, verb);
  if (element === undefined) return undefined;
  const { fees, credits } = decodeCharges(element);
  const currency = fee.optionalToken(element, 'currency');
  return compact({ currency, fees, credits: nonEmpty(credits) });
}
