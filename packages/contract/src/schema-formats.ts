/** Every string format of the schemas. */
import { isRecordType, recordTypes } from '@hostmaster/dns/records';
import { formats, type StringFormat } from './formats.ts';

export const schemaFormats = {
  ...formats,
  'record-type': {
    message: `must be one of ${recordTypes.join(', ')}, or TYPE and a number`,
    test: isRecordType,
  },
} as const satisfies Record<string, StringFormat>;

export type FormatName = keyof typeof schemaFormats;
