/** HTTPS: how and where a web site is offered (RFC 9460, section 9). */
import type { RecordGrammar } from './grammar.ts';
import { type ServiceBinding, serviceBindingGrammar } from './service-binding.ts';

export type HttpsData = ServiceBinding<'HTTPS'>;

export const https: RecordGrammar<'HTTPS', HttpsData> = serviceBindingGrammar({
  type: 'HTTPS',
  typeCode: 65,
  description: 'Protocols, ports and address hints of a website',
  examples: ['1 . alpn="h2,h3" ipv4hint=192.0.2.1', '0 www.example.net'],
});
