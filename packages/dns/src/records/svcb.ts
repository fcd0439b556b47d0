/** SVCB: how and where a service is offered (RFC 9460). */
import type { RecordGrammar } from './grammar.ts';
import { type ServiceBinding, serviceBindingGrammar } from './service-binding.ts';

export type SvcbData = ServiceBinding<'SVCB'>;

export const svcb: RecordGrammar<'SVCB', SvcbData> = serviceBindingGrammar({
  type: 'SVCB',
  typeCode: 64,
  description: 'Protocols, ports and address hints of a service',
  examples: ['1 svc.example.net alpn="dot" port=853', '0 svc.example.net'],
});
