/**
 * domain:periodType, which the fee extension uses too. Registration periods are whole years; a
 * registry that answers in months is not understood and reads as "no period".
 */

import { EppSyntaxError } from '../../errors.ts';
import { integer, readInteger } from '../../xml/schema-values.ts';
import { collapse, type Vocabulary, type XmlElement } from '../../xml/xml-element.ts';

export function encodePeriod(words: Vocabulary, years: number | undefined): XmlElement | undefined {
  if (years === undefined) return undefined;
  return words.element('period', { unit: 'y' }, integer('periodYears', years, { min: 1, max: 99 }));
}

export function readPeriodYears(element: XmlElement | undefined): number | undefined {
  if (element === undefined || collapse(element.attributes.unit ?? '') !== 'y') return undefined;
  return readInteger(element);
}

/** For the registry front, which must not ignore a period. */
export function requireYears(element: XmlElement | undefined): number | undefined {
  if (element === undefined) return undefined;
  const years = readPeriodYears(element);
  if (years === undefined) throw new EppSyntaxError('periods are counted in years here', 2306);
  if (years < 1 || years > 99) throw new EppSyntaxError('a period is 1 to 99 years', 2004);
  return years;
}
