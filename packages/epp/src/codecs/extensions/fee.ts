/** The amounts, currencies and commands that all elements of the fee extension share, RFC 8748. */

import { compact, whenDefined } from '../../compact.ts';
import { fee } from '../../vocabularies.ts';
import {
  booleanText,
  decimal,
  matching,
  oneOf,
  readBoolean,
  readDecimal,
  readOneOf,
  token,
} from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { readPeriodYears } from '../domain/period.ts';

export const feeCommands = [
  'create',
  'delete',
  'renew',
  'update',
  'transfer',
  'restore',
  'custom',
] as const;
export type FeeCommandName = (typeof feeCommands)[number];

const appliedValues = ['immediate', 'delayed'] as const;

// Whole units only, which is all a grace period needs.
const durationPattern =
  /^P(?=.)(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}D)?(T(?=.)(\d{1,4}H)?(\d{1,4}M)?(\d{1,4}S)?)?$/;

export interface Charges {
  readonly fees: readonly Fee[];
  readonly credits: readonly Credit[];
}

/** What a price is asked for or given for. */
export interface FeeCommand {
  readonly name: FeeCommandName;
  readonly periodYears?: number;
  readonly phase?: string;
  readonly subphase?: string;
}

/** Decimal text, such as `12.50`; a credit is negative. */
export interface Fee {
  readonly amount: string;
  readonly description?: string;
  readonly refundable?: boolean;
  /** An XML Schema duration, such as `P5D`. */
  readonly gracePeriod?: string;
  readonly applied?: (typeof appliedValues)[number];
}

export interface Credit {
  readonly amount: string;
  readonly description?: string;
}

export function encodeCurrency(currency: string | undefined): XmlElement | undefined {
  return fee.optionalLeaf('currency', currency, (text) =>
    matching('fee.currency', text, /^[A-Z]{3}$/),
  );
}

export function commandAttributes(command: FeeCommand) {
  const { phase, subphase } = command;
  return {
    name: oneOf('fee.command', command.name, feeCommands),
    phase: whenDefined(phase, (text) => token('fee.phase', text)),
    subphase: whenDefined(subphase, (text) => token('fee.subphase', text)),
  };
}

export function readCommand(element: XmlElement): FeeCommand {
  return compact({
    name: readOneOf(element.attributes.name, feeCommands, 'a fee command'),
    periodYears: readPeriodYears(fee.child(element, 'period')),
    phase: element.attributes.phase,
    subphase: element.attributes.subphase,
  });
}

export function encodeCharges({ fees, credits }: Charges): XmlElement[] {
  return [...fees.map(encodeFee), ...credits.map(encodeCredit)];
}

export function decodeCharges(element: XmlElement): Charges {
  return {
    fees: fee.children(element, 'fee').map(readFee),
    credits: fee.children(element, 'credit').map(readCredit),
  };
}

function encodeFee(input: Fee): XmlElement {
  const { refundable, gracePeriod, applied } = input;
  const attributes = {
    description: input.description,
    refundable: refundable === undefined ? undefined : booleanText(refundable),
    'grace-period': whenDefined(gracePeriod, (text) =>
      matching('fee.gracePeriod', text, durationPattern),
    ),
    applied: whenDefined(applied, (text) => oneOf('fee.applied', text, appliedValues)),
  };
  return fee.element('fee', attributes, decimal('fee.amount', input.amount, '+'));
}

function readFee(element: XmlElement): Fee {
  const { refundable, description } = element.attributes;
  const applied = appliedValues.find((candidate) => candidate === element.attributes.applied);
  return compact({
    amount: readDecimal(element),
    description,
    refundable: refundable === undefined ? undefined : readBoolean(refundable, false),
    gracePeriod: element.attributes['grace-period'],
    applied,
  });
}

function encodeCredit(credit: Credit): XmlElement {
  const { description } = credit;
  return fee.element('credit', { description }, decimal('fee.credit', credit.amount, '-'));
}

function readCredit(element: XmlElement): Credit {
  return compact({ amount: readDecimal(element), description: element.attributes.description });
}
