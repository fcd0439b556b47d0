/** Events about DNSSEC of a domain. */
import { Type } from 'typebox';
import { data, reason } from './data.ts';

const ds = Type.Array(Type.String(), { description: 'DS records as text.' });

export const dnssecEvents = {
  'dnssec.turning_on': {
    meaning:
      'DNSSEC was turned on: the zone is being signed, and the registry gets no DS record yet.',
    data: data({}),
  },
  'dnssec.on': {
    meaning: 'The registry has the DS record: resolvers validate the domain.',
    data: data({ ds }),
  },
  'dnssec.ds_kept': {
    meaning:
      'Another operator signs the domain, as one that arrived by transfer or was handed over: its DS records at the registry stay until the nameservers change.',
    data: data({ ds }),
  },
  'dnssec.cds_following': {
    meaning: 'CDS records of the nameservers are followed from now on, or no longer.',
    data: data({ following: Type.Boolean({ description: 'Whether they are followed.' }) }),
  },
  'dnssec.ds_followed': {
    meaning: 'The registry gets the DS records that the nameservers ask for by CDS records.',
    data: data({ ds }),
  },
  'dnssec.rolling': {
    meaning: 'The key of the zone is being replaced. Resolvers validate the domain all the time.',
    data: data({
      cause: Type.String({
        description: '`request`; `compromised`; `schedule`: the key is old enough.',
      }),
    }),
  },
  'dnssec.rolled': {
    meaning: 'The zone is signed with the new key alone, and the registry has its DS record.',
    data: data({ ds }),
  },
  'dnssec.foreign_keys_added': {
    meaning:
      'Keys of another operator are being published beside the own one, so that the domain can move without being unsigned.',
    data: data({
      dnskeys: Type.Array(Type.String(), { description: 'DNSKEY records as text.' }),
    }),
  },
  'dnssec.shared': {
    meaning:
      'The registry has DS records of both operators, and resolvers know them: nameservers of either can answer.',
    data: data({ ds }),
  },
  'dnssec.foreign_keys_removing': {
    meaning: 'The DS records of the other operator are being removed, and then its keys.',
    data: data({}),
  },
  'dnssec.foreign_keys_removed': {
    meaning: 'Only the own key is published, and the registry has its DS record.',
    data: data({ ds }),
  },
  'dnssec.handing_over': {
    meaning:
      'The own DS record is being removed, and then the signatures: only another operator answers for the domain, and its DS records stay.',
    data: data({}),
  },
  'dnssec.turning_off': {
    meaning: 'DNSSEC is being turned off: the DS record goes first.',
    data: data({
      cause: Type.String({
        description:
          '`request`; `nameservers` of other operators; `transfer`: an auth code was issued; `cds`: the nameservers ask for it; `unknown_ds`: the registry has a DS record of a key that the zone does not have.',
      }),
    }),
  },
  'dnssec.off': { meaning: 'The zone is served unsigned again.', data: data({}) },
  'dnssec.ds_refused': {
    meaning: 'The registry refused a change of the DS record; it is tried again after a day.',
    data: data({ reason }),
  },
  'dnssec.nameservers_waiting': {
    meaning: 'The registry gets the new nameservers once no resolver remembers the DS record.',
    data: data({ nameservers: Type.Array(Type.String()) }),
  },
} as const;
