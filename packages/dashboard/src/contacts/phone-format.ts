/**
 * Phone numbers as people write them and as the API stores them (`+44.2079460000`). It reformats only:
 * text that the API accepts is kept. Loaded together with a form, because of its size.
 */
import { formats } from '@hostmaster/contract/formats';
import { AsYouType, type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The number as it is stored; null when the text is no number yet. */
export function storedPhone(text: string, country: string): string | null {
  const plain = text.replaceAll(/[\s()/-]/g, '');
  if (isStored(plain)) return plain;
  const number = parsePhoneNumberFromString(withPlus(text), countryOption(country));
  if (number === undefined) return null;
  const stored = `+${number.countryCallingCode}.${number.nationalNumber}`;
  return isStored(stored) ? stored : null;
}

/** The text so far with the usual grouping. Text in the form of the API is left alone. */
export function formatAsTyped(text: string, country: string): string {
  if (/^\+\d{1,3}\./.test(text.trim()) || /[a-z]/i.test(text)) return text;
  return new AsYouType(countryOption(country)).input(withPlus(text));
}

function isStored(text: string): boolean {
  return formats['contact-phone'].test(text);
}

/** `0044…` is dialled from most countries; without a country it is read as `+44…`. */
function withPlus(text: string): string {
  return text.trim().replace(/^00(?=[1-9])/, '+');
}

/** Undefined when no country is chosen yet. */
function countryOption(country: string): CountryCode | undefined {
  return country === '' ? undefined : (country.toUpperCase() as CountryCode);
}
