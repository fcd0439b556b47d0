/** DNSSEC of a domain: one switch, and the phases between off and on. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { nullable, timestamp } from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const phases = [
  'signing',
  'waiting_for_servers',
  'waiting_for_caches',
  'sending_ds',
  'on',
  'adding_key',
  'waiting_for_key_at_servers',
  'waiting_for_key_in_caches',
  'adding_new_ds',
  'waiting_for_new_ds',
  'removing_old_ds',
  'waiting_for_old_ds',
  'removing_key',
  'publishing_foreign_keys',
  'waiting_for_foreign_keys_at_servers',
  'waiting_for_foreign_keys_in_caches',
  'sending_both_ds',
  'waiting_for_both_ds',
  'shared',
  'confirming_nameservers',
  'waiting_for_nameservers',
  'removing_foreign_ds',
  'waiting_for_foreign_ds',
  'removing_foreign_keys',
  'removing_own_ds',
  'waiting_for_own_ds',
  'removing_ds',
  'waiting_for_ds_ttl',
  'unsigning',
] as const;

/** More than a replacement of keys with two algorithms and two digests needs. */
const foreignDsMax = 8;
const dsTextMax = 200;
/** A key-signing and a zone-signing key, both being replaced, and some to spare. */
const foreignKeysMax = 8;
/** An RSA key of 4,096 bits has about 700 characters, and its refusal names the algorithm. */
const dnskeyTextMax = 1_000;

const key = Type.Object(
  {
    keyTag: Type.Integer(),
    algorithm: Type.Integer({ description: '13 is ECDSA on P-256 with SHA-256.' }),
    ds: Type.String({ description: 'The data of its DS record, as in a zone file.' }),
    dnskey: Type.String({ description: 'The data of its DNSKEY record, as in a zone file.' }),
    stage: Type.Enum(['prepared', 'current', 'leaving', 'retired'], {
      description:
        'While a key is replaced, the new one is `prepared` until it is published, and the old one is `leaving`, then `retired`.',
    }),
  },
  { title: 'ZoneKey' },
);

const foreignKey = Type.Object(
  {
    keyTag: Type.Integer(),
    ds: nullable(
      Type.String({
        description:
          'The data of its DS record, as in a zone file; null for a key without the flag of an entry point (257).',
      }),
    ),
    dnskey: Type.String({ description: 'The data of its DNSKEY record, as in a zone file.' }),
  },
  { title: 'ForeignKey' },
);

const dnssec = Type.Object(
  {
    state: Type.Enum(['off', 'turning_on', 'on', 'turning_off'], {
      description:
        'With `on`, the registry has the DS record and resolvers validate the domain, also while its key is replaced or it moves between operators.',
    }),
    phase: nullable(
      Type.Enum([...phases], {
        type: 'string',
        description: 'The step that the domain is in; null when DNSSEC is off.',
      }),
    ),
    since: nullable(timestamp('When the phase began.')),
    until: nullable(timestamp('When the phase ends, where that is known.')),
    waitsFor: nullable(
      Type.String({ description: 'What the phase waits for, for people to read.' }),
    ),
    nameserversWaiting: Type.Boolean({
      description:
        'The registry gets the new nameservers once no resolver remembers the DS record.',
    }),
    keys: Type.Array(key, { maxItems: 10, description: 'The keys that the zone is signed with.' }),
    foreignDs: Type.Array(Type.String(), {
      description:
        'The DS records of another operator that signs the zone, as in a zone file; empty where it is signed here.',
    }),
    foreignKeys: Type.Array(foreignKey, {
      maxItems: foreignKeysMax,
      description:
        'The keys of another operator that the zone publishes beside its own, while the domain moves between the two.',
    }),
    followCds: Type.Boolean({
      description:
        'Whether the registry gets the DS records that the nameservers of another operator ask for by CDS records.',
    }),
    cdsCheckedAt: nullable(timestamp('When the nameservers were last asked for CDS records.')),
    cdsFinding: nullable(
      Type.String({ description: 'What they answered then, for people to read.' }),
    ),
  },
  { title: 'Dnssec' },
);

const response = Type.Object({ dnssec });
const pathErrors = ['invalid_request', 'malformed_body', 'domain_not_found'] as const;

export const dnssecEndpoints = {
  getDnssec: {
    ...apiPaths.getDnssec,
    summary: 'Read whether a domain has DNSSEC, its keys, and what the current phase waits for',
    act: 'domains.read',
    idempotent: false,
    response,
    errors: pathErrors,
  },
  enableDnssec: {
    ...apiPaths.enableDnssec,
    summary:
      'Turn DNSSEC on: the zone is signed, and then the registry gets the DS record, or that of another operator; or publish the keys of another operator',
    act: 'domains.manage',
    idempotent: false,
    body: Type.Object({
      ds: Type.Optional(
        Type.Array(Type.String({ maxLength: dsTextMax }), {
          minItems: 1,
          maxItems: foreignDsMax,
          description:
            'For a domain with nameservers of another operator, which signs it: all its DS records, as in a zone file.',
          examples: [
            ['60485 13 2 E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855'],
          ],
        }),
      ),
      foreignKeys: Type.Optional(
        Type.Array(Type.String({ maxLength: dnskeyTextMax }), {
          maxItems: foreignKeysMax,
          description:
            'For a signed domain that moves to or from another operator that signs it: all DNSKEY records of that operator, as in a zone file, with algorithm 13. Empty: they are removed.',
          examples: [
            [
              '257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
            ],
          ],
        }),
      ),
      force: Type.Optional(
        Type.Boolean({
          description: 'Send DS records that are of no key that the nameservers publish.',
        }),
      ),
      followCds: Type.Optional(
        Type.Boolean({
          description:
            'For a domain with nameservers of another operator: whether the registry gets the DS records that they ask for by CDS and CDNSKEY records. Without `ds` nothing else changes.',
        }),
      ),
    }),
    response,
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'domain_failed',
      'domain_releasing',
      'domain_pending',
      'transfer_out_pending',
      'dnssec_unavailable',
    ],
  },
  disableDnssec: {
    ...apiPaths.disableDnssec,
    summary:
      'Turn DNSSEC off: the DS record is removed, and later the signatures; another operator that signs the domain keeps its own',
    needsPassword: true,
    act: 'domains.manage',
    idempotent: false,
    response,
    errors: [...pathErrors, 'domain_failed', 'domain_releasing'],
  },
  rollDnssec: {
    ...apiPaths.rollDnssec,
    summary:
      'Replace the key of a signed domain: the new one signs beside the old one until it left',
    act: 'domains.manage',
    idempotent: true,
    body: Type.Object({
      compromised: Type.Optional(
        Type.Boolean({
          description:
            'The old key is known to others: its DS record is removed as early as the name allows.',
        }),
      ),
    }),
    response,
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'domain_failed',
      'domain_releasing',
      'dnssec_unavailable',
      'idempotency_key_reused',
    ],
  },
} as const satisfies Record<string, EndpointShape>;
