/**
 * The registry of RDATA codecs by type number: the API's record types and the wire-only ones.
 */
import { type RdataForm, rdataForm } from '../rdata-codec.ts';
import { cdsCodec } from '../records/ds.ts';
import { recordGrammars, recordTypes } from '../records/index.ts';
import { cdnskeyCodec, dnskeyCodec } from './dnskey.ts';
import { nsecCodec } from './nsec.ts';
import { rrsigCodec } from './rrsig.ts';
import { soaCodec } from './soa.ts';
import { zonemdCodec } from './zonemd.ts';

const recordForms = recordTypes.flatMap((type) => recordGrammars[type].wire ?? []);

const wireForms = [
  rdataForm(soaCodec),
  rdataForm(rrsigCodec),
  rdataForm(nsecCodec),
  rdataForm(dnskeyCodec),
  rdataForm(cdsCodec),
  rdataForm(cdnskeyCodec),
  rdataForm(zonemdCodec),
];

/** Every type whose RDATA is checked when decoded and has a presentation of its own. */
export const rdataForms: ReadonlyMap<number, RdataForm> = new Map(
  [...recordForms, ...wireForms].map((form) => [form.typeCode, form]),
);
