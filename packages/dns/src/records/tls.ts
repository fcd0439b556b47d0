/**
 * TLS: certificate data for a service. A value that reads as TLSA (RFC 6698) is published as type
 * 52; any other text is kept for its owner, because the interface gives the type no grammar.
 */
import { splitWords } from '../char-string.ts';
import { GrammarError } from '../errors.ts';
import { rdataForm } from '../rdata-codec.ts';
import {
  associationCodec,
  associationExample,
  associationFields,
  associationFormat,
  type CertificateAssociation,
  expectAssociationSize,
} from './certificate-association.ts';
import type { RecordContext, RecordGrammar } from './grammar.ts';
import { valueNames } from './value-names.ts';

export type TlsaData = CertificateAssociation<'TLSA'>;

export interface TlsData {
  readonly type: 'TLS';
  /** Null when the text is stored but not published. */
  readonly tlsa: TlsaData | null;
}

const tlsaCodec = associationCodec('TLSA', 52);

export const tls: RecordGrammar<'TLS', TlsData> = {
  type: 'TLS',
  description: 'Certificate of a service (DANE)',
  reference: 'RFC 6698',
  format: associationFormat,
  examples: [associationExample],
  fields: associationFields,
  wire: rdataForm(tlsaCodec),
  parse(value, context) {
    try {
      return { data: { type: 'TLS', tlsa: readTlsa(value, context) } };
    } catch (error) {
      if (!(error instanceof GrammarError)) throw error;
      const warning = `stored but not published, because it does not read as TLSA (${associationFormat}): ${error.message}`;
      return { data: { type: 'TLS', tlsa: null }, warning };
    }
  },
  publish: ({ tlsa }) => (tlsa === null ? null : tlsaCodec.encode(tlsa)),
};

function readTlsa(value: string, context: RecordContext): TlsaData {
  const tlsa = tlsaCodec.fromWords(splitWords(value), valueNames(context));
  expectAssociationSize(tlsa);
  return tlsa;
}
