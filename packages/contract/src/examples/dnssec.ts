import type { dnssecEndpoints } from '../endpoints/dnssec.ts';
import { dnssec, name } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const dnssecExamples: Examples<typeof dnssecEndpoints> = {
  getDnssec: { params: { domain: name }, response: { dnssec } },
  enableDnssec: {
    params: { domain: name },
    body: {},
    response: {
      dnssec: {
        ...dnssec,
        state: 'turning_on',
        phase: 'signing',
        waitsFor: 'The zone is being signed.',
      },
    },
  },
  disableDnssec: {
    params: { domain: name },
    response: {
      dnssec: {
        ...dnssec,
        state: 'turning_off',
        phase: 'removing_ds',
        waitsFor: 'The registry has not confirmed the removal of the DS record yet.',
      },
    },
  },
  rollDnssec: {
    params: { domain: name },
    body: { compromised: false },
    response: {
      dnssec: {
        ...dnssec,
        phase: 'adding_key',
        waitsFor: 'The zone is being signed with the new key.',
        keys: dnssec.keys.map((key) => ({ ...key, stage: 'leaving' as const })),
      },
    },
  },
};
