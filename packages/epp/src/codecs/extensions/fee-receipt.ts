/** What the registry says it charged: the answers of RFC 8748 to the commands that cost something. */

import { compact, whenDefined } from '../../compact.ts';
import { unlessMalformed } from '../../errors.ts';
import { fee } from '../../vocabularies.ts';
import { decimal, readDecimal } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { encodePeriod, readPeriodYears } from '../domain/period.ts';
import { type Charges, decodeCharges, encodeCharges, encodeCurrency } from './fee.ts';

export interface FeeReceipt extends Charges {
  readonly currency?: string;
  readonly periodYears?: number;
  readonly balance?: string;
  readonly creditLimit?: string;
}

const receiptNames = ['creData', 'renData', 'trnData', 'updData', 'delData'] as const;
type ReceiptName = (typeof receiptNames)[number];

export interface Balance {
  readonly amount: string;
  readonly currency?: string;
}

/** From the reply to any command; undefined where the registry does not tell it. */
export function readBalance(extensions: readonly XmlElement[]): Balance | undefined {
  for (const name of receiptNames) {
    const receipt = unlessMalformed(() => decodeFeeReceipt(extensions, name));
    if (receipt?.balance === undefined) continue;
    return compact({ amount: receipt.balance, currency: receipt.currency });
  }
  return undefined;
}

export function encodeFeeReceipt(
  name: ReceiptName,
  receipt: FeeReceipt | undefined,
): XmlElement | undefined {
  if (receipt === undefined) return undefined;
  return fee.element(
    name,
    {},
    encodeCurrency(receipt.currency),
    encodePeriod(fee, receipt.periodYears),
    encodeCharges(receipt),
    encodeAmount('balance', receipt.balance),
    encodeAmount('creditLimit', receipt.creditLimit),
  );
}

export function decodeFeeReceipt(
  extensions: readonly XmlElement[],
  name: ReceiptName,
): FeeReceipt | undefined {
  const element = fee.find(extensions, name);
  if (element === undefined) return undefined;
  return compact({
    currency: fee.optionalToken(element, 'currency'),
    periodYears: readPeriodYears(fee.child(element, 'period')),
    ...decodeCharges(element),
    balance: whenDefined(fee.child(element, 'balance'), readDecimal),
    creditLimit: whenDefined(fee.child(element, 'creditLimit'), readDecimal),
  });
}

function encodeAmount(
  name: 'balance' | 'creditLimit',
  amount: string | undefined,
): XmlElement | undefined {
  return fee.optionalLeaf(name, amount, (text) => decimal(`fee.${name}`, text));
}
