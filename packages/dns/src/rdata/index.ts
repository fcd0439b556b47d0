/**
 * The registry of RDATA codecs by type number: the API's record types and the wire-only ones.
 */
import { type RdataForm, rdataForm } from '../rdata-codec.ts';
import { recordGrammars, recordTypes } from '../records/index.ts';
import { dnskeyCodec } from './dnskey.ts';
import { soaCodec } from './soa.ts';

const recordForms = recordTypes.flatMap((type) => recordGrammars[type].wire ?? []);

/** Every type whose RDATA is checked when decoded and has a presentation of its own. */
export const rdataForms: ReadonlyMap<number, RdataForm> = new Map(
  [...recordForms, rdataForm(soaCodec), rdataForm(dnskeyCodec)].map((form) => [
    form.typeCode,
    form,
  ]),
);
