/** Every string format of the schemas. */
import { isRecordType, recordTypes } from '@hostmaster/dns/records';
import { formats, type StringFormat } from './formats.ts';

export const schemaFormats = {
  ...formats,
  tag: {
    message: 'must have lower-case letters, digits, dots, dashes and underscores only, at most 32',
    test: (value) => /^[a-z0-9][a-z0-9._-]{0,31}$/.test(value),
  },
  'record-type': {
    message: `must be one of ${recordTypes.join(', ')}, or TYPE and a number`,
    test: isRecordType,
  },
} as const satisfies Record<string, StringFormat>;

export type FormatName = keyof typeof schemaFormats;
