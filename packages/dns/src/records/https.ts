// HTTPS: how and where a web site is offered (RFC 9460, section 9).
import { rdataForm } from '../rdata-codec.ts';
import type { RecordGrammar } from './grammar.ts';
import {
  parseServiceBinding,
  type ServiceBinding,
  serviceBindingCodec,
  serviceBindingFields,
  serviceBindingFormat,
} from './service-binding.ts';

export type HttpsData = ServiceBinding<'HTTPS'>;

export const httpsCodec = serviceBindingCodec('HTTPS', 65);

export const https: RecordGrammar<'HTTPS', HttpsData> = {
  type: 'HTTPS',
  description: 'Where and how this web site is offered: protocols, ports, address hints',
  reference: 'RFC 9460',
  format: serviceBindingFormat,
  examples: ['1 . alpn="h2,h3" ipv4hint=192.0.2.1', '0 www.example.net'],
  fields: serviceBindingFields,
  wire: rdataForm(httpsCodec),
  parse: (value, context) => parseServiceBinding(httpsCodec, value, context),
  publish: httpsCodec.encode,
};
