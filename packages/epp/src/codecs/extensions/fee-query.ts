/** What a check asks of the fee extension, RFC 8748 section 5.1.1. */

import { compact } from '../../compact.ts';
import { fee } from '../../vocabularies.ts';
import { listOf } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { encodePeriod } from '../domain/period.ts';
import { commandAttributes, encodeCurrency, type FeeCommand, readCommand } from './fee.ts';

export interface FeeQuery {
  readonly currency?: string;
  readonly commands: readonly FeeCommand[];
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
  const check = fee.find(extensions, 'check');
  if (check === undefined) return undefined;
  return compact({
    currency: fee.optionalToken(check, 'currency'),
    commands: fee.children(check, 'command').map(readCommand),
  });
}
