import type { domainEndpoints } from '../endpoints/domains.ts';
import { contact, domain, name } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const domainExamples: Examples<typeof domainEndpoints> = {
  checkDomains: {
    params: {},
    body: { domains: [name, 'example.net'] },
    response: {
      results: [
        { domain: name, available: true, isPremium: false },
        { domain: 'example.net', available: false, isPremium: false },
      ],
    },
  },
  registerDomain: {
    params: {},
    body: {
      domain: name,
      years: 1,
      autoRenew: true,
      privacyEnabled: true,
      contact,
      maxCredits: 12,
    },
    response: { domain: { ...domain, years: 1, creditsCharged: 12 } },
  },
  listDomains: { params: {}, response: { domains: [domain] } },
  getDomain: {
    params: { domain: name },
    response: {
      domain: {
        ...domain,
        nameservers: ['ns1.hostmaster.example', 'ns2.hostmaster.example'],
        years: 1,
      },
    },
  },
  updateDomain: {
    params: { domain: name },
    body: { autoRenew: false },
    response: { autoRenew: false, privacyEnabled: true },
  },
  renewDomain: {
    params: { domain: name },
    body: { years: 2, maxCredits: 28 },
    response: {
      domain: {
        name,
        status: 'active',
        years: 2,
        expiresAt: '2030-01-31T12:00:00.000Z',
        creditsCharged: 28,
      },
    },
  },
  replaceNameservers: {
    params: { domain: name },
    body: { nameservers: ['ns1.example.net', 'ns2.example.net'] },
    response: {
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      pendingFulfillment: false,
    },
  },
};
