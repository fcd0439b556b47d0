/**
 * The fee extension, RFC 8748: what a check asks and answers, what a create or renew echoes back so
 * that the registry cannot charge more than was quoted, and what it says it charged.
 */

import { compact, whenDefined } from '../compact.ts';
import { EppSyntaxError } from '../errors.ts';
import { feeUri } from '../namespaces.ts';
import {
  booleanText,
  decimal,
  label,
  listOf,
  matching,
  oneOf,
  readBoolean,
  readDecimal,
  token,
} from '../xml/schema-values.ts';
import { collapse, vocabulary, type XmlElement } from '../xml/xml-element.ts';
import { find } from './command-codec.ts';
import { encodePeriod, readPeriodYears } from './period.ts';

const fee = vocabulary(feeUri);

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

export interface FeeQuery {
  readonly currency?: string;
  readonly commands: readonly {
    readonly name: FeeCommandName;
    readonly periodYears?: number;
    readonly phase?: string;
    readonly subphase?: string;
  }[];
}

export interface FeeQuote {
  readonly currency: string;
  readonly objects: readonly ObjectFees[];
}

export interface ObjectFees {
  readonly name: string;
  readonly available: boolean;
  /** `premium` or a registry's own word; absent or `standard` otherwise. */
  readonly class?: string;
  readonly commands: readonly CommandFees[];
  readonly reason?: string;
}

export interface CommandFees {
  readonly name: FeeCommandName;
  readonly periodYears?: number;
  readonly phase?: string;
  readonly subphase?: string;
  readonly standard: boolean;
  readonly fees: readonly Fee[];
  readonly credits: readonly Credit[];
  readonly reason?: string;
}

/** The agreed price, sent with a create, renew or update. */
export interface FeeAgreement {
  readonly currency?: string;
  readonly fees: readonly Fee[];
  readonly credits?: readonly Credit[];
}

/** What the registry says it charged. */
export interface FeeReceipt {
  readonly currency?: string;
  readonly periodYears?: number;
  readonly fees: readonly Fee[];
  readonly credits: readonly Credit[];
  readonly balance?: string;
  readonly creditLimit?: string;
}

export function encodeFeeQuery(query: FeeQuery): XmlElement {
  const commands = listOf('fee.commands', query.commands, { min: 1 });
  return fee.element(
    'check',
    {},
    encodeCurrency(query.currency),
    commands.map((command) =>
      fee.element('command', commandAttributes(command), encodePeriod(fee, command.periodYears)),
    ),
  );
}

export function decodeFeeQuery(extensions: readonly XmlElement[]): FeeQuery | undefined {
  const check = find(extensions, feeUri, 'check');
  if (check === undefined) return undefined;
  return compact({
    currency: fee.optionalToken(check, 'currency'),
    commands: fee.children(check, 'command').map(readCommand),
  });
}

export function encodeFeeQuote(quote: FeeQuote): XmlElement {
  const objects = listOf('fee.objects', quote.objects, { min: 1 });
  return fee.element(
    'chkData',
    {},
    encodeCurrency(quote.currency),
    objects.map((object) =>
      fee.element(
        'cd',
        { avail: booleanText(object.available) },
        fee.leaf('objID', label('fee.name', object.name)),
        fee.optionalLeaf('class', object.class, (text) => token('fee.class', text)),
        object.commands.map((command) =>
          fee.element(
            'command',
            { ...commandAttributes(command), standard: booleanText(command.standard) },
            encodePeriod(fee, command.periodYears),
            command.fees.map(encodeFee),
            command.credits.map(encodeCredit),
            fee.optionalLeaf('reason', command.reason, (reason) => token('fee.reason', reason)),
          ),
        ),
        fee.optionalLeaf('reason', object.reason, (reason) => token('fee.reason', reason)),
      ),
    ),
  );
}

export function decodeFeeQuote(extensions: readonly XmlElement[]): FeeQuote | undefined {
  const data = find(extensions, feeUri, 'chkData');
  if (data === undefined) return undefined;
  return {
    currency: fee.token(data, 'currency'),
    objects: fee.children(data, 'cd').map((object) =>
      compact({
        name: fee.token(object, 'objID'),
        available: readBoolean(object.attributes.avail, true),
        class: fee.optionalToken(object, 'class'),
        commands: fee.children(object, 'command').map((command) =>
          compact({
            ...readCommand(command),
            standard: readBoolean(command.attributes.standard, false),
            fees: fee.children(command, 'fee').map(readFee),
            credits: fee.children(command, 'credit').map(readCredit),
            reason: fee.optionalToken(command, 'reason'),
          }),
        ),
        reason: fee.optionalToken(object, 'reason'),
      }),
    ),
  };
}

export type FeeVerb = 'create' | 'renew' | 'update';

export function encodeFeeAgreement(verb: FeeVerb, agreement: FeeAgreement): XmlElement {
  return fee.element(
    verb,
    {},
    encodeCurrency(agreement.currency),
    listOf('fee.fees', agreement.fees, { min: 1 }).map(encodeFee),
    agreement.credits?.map(encodeCredit),
  );
}

export function decodeFeeAgreement(
  extensions: readonly XmlElement[],
  verb: FeeVerb,
): FeeAgreement | undefined {
  const element = find(extensions, feeUri, verb);
  if (element === undefined) return undefined;
  const credits = fee.children(element, 'credit').map(readCredit);
  return compact({
    currency: fee.optionalToken(element, 'currency'),
    fees: fee.children(element, 'fee').map(readFee),
    credits: credits.length === 0 ? undefined : credits,
  });
}

export type FeeReceiptName = 'creData' | 'renData' | 'updData' | 'delData';

export function encodeFeeReceipt(name: FeeReceiptName, receipt: FeeReceipt): XmlElement {
  const { balance, creditLimit } = receipt;
  return fee.element(
    name,
    {},
    encodeCurrency(receipt.currency),
    encodePeriod(fee, receipt.periodYears),
    receipt.fees.map(encodeFee),
    receipt.credits.map(encodeCredit),
    fee.optionalLeaf('balance', balance, (text) => decimal('fee.balance', text)),
    fee.optionalLeaf('creditLimit', creditLimit, (text) => decimal('fee.creditLimit', text)),
  );
}

export function decodeFeeReceipt(
  extensions: readonly XmlElement[],
  name: FeeReceiptName,
): FeeReceipt | undefined {
  const element = find(extensions, feeUri, name);
  if (element === undefined) return undefined;
  const balance = fee.child(element, 'balance');
  const creditLimit = fee.child(element, 'creditLimit');
  return compact({
    currency: fee.optionalToken(element, 'currency'),
    periodYears: readPeriodYears(fee.child(element, 'period')),
    fees: fee.children(element, 'fee').map(readFee),
    credits: fee.children(element, 'credit').map(readCredit),
    balance: whenDefined(balance, readDecimal),
    creditLimit: whenDefined(creditLimit, readDecimal),
  });
}

function encodeCurrency(currency: string | undefined): XmlElement | undefined {
  return fee.optionalLeaf('currency', currency, (text) =>
    matching('fee.currency', text, /^[A-Z]{3}$/),
  );
}

function commandAttributes(command: { name: string; phase?: string; subphase?: string }) {
  const { phase, subphase } = command;
  return {
    name: oneOf('fee.command', command.name, feeCommands),
    phase: whenDefined(phase, (text) => token('fee.phase', text)),
    subphase: whenDefined(subphase, (text) => token('fee.subphase', text)),
  };
}

function readCommand(element: XmlElement) {
  const text = collapse(element.attributes.name ?? '');
  const name = feeCommands.find((candidate) => candidate === text);
  if (name === undefined) throw new EppSyntaxError(`"${text}" is not a fee command`, 2005);
  return compact({
    name,
    periodYears: readPeriodYears(fee.child(element, 'period')),
    phase: element.attributes.phase,
    subphase: element.attributes.subphase,
  });
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

// Whole units only, which is all a grace period needs.
const durationPattern =
  /^P(?=.)(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}D)?(T(?=.)(\d{1,4}H)?(\d{1,4}M)?(\d{1,4}S)?)?$/;
