/** SMIMEA: the S/MIME certificate of a mail address (RFC 8162). */
import { splitWords } from '../char-string.ts';
import { rdataForm } from '../rdata-codec.ts';
import {
  associationCodec,
  associationExample,
  associationFields,
  associationFormat,
  type CertificateAssociation,
  expectAssociationSize,
} from './certificate-association.ts';
import type { RecordGrammar } from './grammar.ts';
import { valueNames } from './value-names.ts';

export type SmimeaData = CertificateAssociation<'SMIMEA'>;

const smimeaCodec = associationCodec('SMIMEA', 53);

export const smimea: RecordGrammar<'SMIMEA', SmimeaData> = {
  type: 'SMIMEA',
  description: 'S/MIME certificate of a mail address',
  reference: 'RFC 8162',
  format: associationFormat,
  examples: [associationExample],
  fields: associationFields,
  wire: rdataForm(smimeaCodec),
  parse(value, context) {
    const data = smimeaCodec.fromWords(splitWords(value), valueNames(context));
    expectAssociationSize(data);
    return { data };
  },
  publish: smimeaCodec.encode,
};
