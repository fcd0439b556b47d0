/** What a check answers with the fee extension, RFC 8748 section 5.1.1. */

import { compact } from '../../compact.ts';
import { fee } from '../../vocabularies.ts';
import { booleanText, label, listOf, readBoolean, token } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { encodePeriod } from '../domain/period.ts';
import {
  type Charges,
  commandAttributes,
  decodeCharges,
  encodeCharges,
  encodeCurrency,
  type FeeCommand,
  readCommand,
} from './fee.ts';

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

export interface CommandFees extends FeeCommand, Charges {
  readonly standard: boolean;
  readonly reason?: string;
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
        object.commands.map(encodeCommandFees),
        encodeReason(object.reason),
      ),
    ),
  );
}

export function decodeFeeQuote(extensions: readonly XmlElement[]): FeeQuote | undefined {
  const data = fee.find(extensions, 'chkData');
  if (data === undefined) return undefined;
  return {
    currency: fee.token(data, 'currency'),
    objects: fee.children(data, 'cd').map((object) =>
      compact({
        name: fee.token(object, 'objID'),
        available: readBoolean(object.attributes.avail, true),
        class: fee.optionalToken(object, 'class'),
        commands: fee.children(object, 'command').map(decodeCommandFees),
        reason: fee.optionalToken(object, 'reason'),
      }),
    ),
  };
}

function encodeCommandFees(command: CommandFees): XmlElement {
  return fee.element(
    'command',
    { ...commandAttributes(command), standard: booleanText(command.standard) },
    encodePeriod(fee, command.periodYears),
    encodeCharges(command),
    encodeReason(command.reason),
  );
}

function encodeReason(reason: string | undefined): XmlElement | undefined {
  return fee.optionalLeaf('reason', reason, (text) => token('fee.reason', text));
}

function decodeCommandFees(command: XmlElement): CommandFees {
  return compact({
    ...readCommand(command),
    standard: readBoolean(command.attributes.standard, false),
    ...decodeCharges(command),
    reason: fee.optionalToken(command, 'reason'),
  });
}
