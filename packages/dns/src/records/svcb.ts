// SVCB: how and where a service is offered (RFC 9460).
import { rdataForm } from '../rdata-codec.ts';
import type { RecordGrammar } from './grammar.ts';
import {
  parseServiceBinding,
  type ServiceBinding,
  serviceBindingCodec,
  serviceBindingFields,
  serviceBindingFormat,
} from './service-binding.ts';

export type SvcbData = ServiceBinding<'SVCB'>;

export const svcbCodec = serviceBindingCodec('SVCB', 64);

export const svcb: RecordGrammar<'SVCB', SvcbData> = {
  type: 'SVCB',
  description: 'Where and how a service is offered, such as _dns',
  reference: 'RFC 9460',
  format: serviceBindingFormat,
  examples: ['1 svc.example.net alpn="dot" port=853', '0 svc.example.net'],
  fields: serviceBindingFields,
  wire: rdataForm(svcbCodec),
  parse: (value, context) => parseServiceBinding(svcbCodec, value, context),
  publish: svcbCodec.encode,
};
