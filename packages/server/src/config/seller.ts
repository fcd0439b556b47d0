/** Settings of the operator's side of receipts. */
import { setting } from '../base/setting.ts';
import { ConfigError, oneLine, optional } from '../base/setting-values.ts';

const addressLinesMax = 6;

export const sellerSettings = {
  name: setting('HOSTMASTER_SELLER_NAME', {
    default: '',
    meaning: 'Who issues receipts for top-ups; by default `HOSTMASTER_REGISTRAR_NAME`.',
    parse: optional(oneLine),
  }),
  address: setting('HOSTMASTER_SELLER_ADDRESS', {
    default: '',
    meaning: 'The postal address on receipts, up to 6 lines separated by semicolons.',
    parse: addressLines,
  }),
  taxNumber: setting('HOSTMASTER_SELLER_TAX_NUMBER', {
    default: '',
    meaning: 'The tax number on receipts, such as `VAT ID GB123456789`.',
    parse: optional(oneLine),
  }),
};

function addressLines(text: string, name: string): readonly string[] {
  const lines = oneLine(text, name)
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length <= addressLinesMax) return lines;
  throw new ConfigError(`${name} must have at most ${addressLinesMax} lines.`);
}
