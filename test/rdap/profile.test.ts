/** The rules of STD 95 and of ICANN's gTLD profiles of 2024 for registrars, one test each. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  domainAnswer,
  entityAnswer,
  helpAnswer,
  nameserverAnswer,
} from '../../packages/server/src/rdap/answers.ts';
import type { DomainFacts } from '../../packages/server/src/rdap/domain-facts.ts';
import type { PublicationPolicy } from '../../packages/server/src/rdap/publication-policy.ts';
import { publishedDomain } from '../../packages/server/src/rdap/published-domain.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import {
  asked,
  factsArbitrary,
  openPolicy,
  plainFacts,
  plainPolicy,
  policyArbitrary,
  proxyPolicy,
} from './example-domains.ts';
import { evaluate } from './json-path.ts';
import { expectValid } from './schemas.ts';

type Answer = ReturnType<typeof domainAnswer>;

function answerFor(facts: DomainFacts, policy: PublicationPolicy): Answer {
  return domainAnswer(publishedDomain(facts, policy), policy, asked);
}

const registrantOf = (answer: Answer) =>
  answer.entities.filter(({ roles }) => roles[0] === 'registrant');
const registrarOf = (answer: Answer) =>
  answer.entities.filter(({ roles }) => roles[0] === 'registrar');
const cardOf = (answer: Answer) => registrantOf(answer)[0]?.vcardArray[1] ?? [];
const propertyOf = (answer: Answer, name: string) => cardOf(answer).find(([key]) => key === name);
const redactionOf = (answer: Answer, type: string) =>
  answer.redacted.find(({ name }) => name.type === type);
const noticeOf = (answer: Answer, title: string) =>
  answer.notices.find((notice) => notice.title === title);
const eventsOf = (answer: Answer) => answer.events.map(({ eventAction }) => eventAction);
const addressPart = (answer: Answer, index: number) => propertyOf(answer, 'adr')?.[3]?.[index];

/** A redacted field is marked with its method, and its path leads to what is left or to nothing. */
function expectMarked(answer: Answer, type: string, isEmpty: boolean): void {
  const redaction = redactionOf(answer, type);
  if (!isEmpty) {
    expect([undefined, 'replacementValue']).toContain(redaction?.method);
    return;
  }
  expect(['removal', 'emptyValue']).toContain(redaction?.method);
  if (redaction?.method === 'removal')
    expect(evaluate(redaction.prePath ?? '', answer)).toEqual([]);
  else expect(evaluate(redaction?.postPath ?? '', answer)).toEqual(['']);
}

function expectLinked(answer: Answer, title: string, rel: string, href: string): void {
  const links = noticeOf(answer, title)?.links ?? [];
  expect(links.map((link) => [link.rel, link.href, link.value])).toEqual([[rel, href, asked.url]]);
}

/** Section of the profile (RP), of the implementation guide (TIG) or of an RFC, and what it demands. */
const rules: readonly (readonly [
  section: string,
  rule: string,
  check: (answer: Answer, facts: DomainFacts) => void,
])[] = [
  [
    'TIG 1.3',
    'names the guide',
    ({ rdapConformance }) =>
      expect(rdapConformance).toContain('icann_rdap_technical_implementation_guide_1'),
  ],
  [
    'RP 1.2',
    'names the profile',
    ({ rdapConformance }) => expect(rdapConformance).toContain('icann_rdap_response_profile_1'),
  ],
  [
    'RFC 9083 4.1',
    'names the level',
    ({ rdapConformance }) => expect(rdapConformance[0]).toBe('rdap_level_0'),
  ],
  [
    'RFC 9537 2',
    'names the extension',
    ({ rdapConformance }) => expect(rdapConformance).toContain('redacted'),
  ],
  [
    'TIG 3.3',
    'links to the terms of service',
    (answer) =>
      expectLinked(answer, 'Terms of Service', 'terms-of-service', 'https://names.example/terms'),
  ],
  [
    'TIG 3.2',
    'links name the address that was asked for',
    (answer) => {
      for (const link of answer.links) expect(link.value).toBe(asked.url);
    },
  ],
  ['RP 2.1', 'has an ldhName', ({ ldhName }) => expect(ldhName).toMatch(/^[a-z0-9.-]+$/)],
  [
    'RP 2.1',
    'has a unicodeName for an internationalised name',
    ({ ldhName, unicodeName }) =>
      expect(unicodeName).toBe(ldhName.includes('xn--') ? 'bücher.com' : undefined),
  ],
  [
    'RP 2.2',
    'marks the missing handle',
    (answer) => {
      expect(answer).not.toHaveProperty('handle');
      expect(redactionOf(answer, 'Registry Domain ID')).toMatchObject({
        method: 'removal',
        prePath: '$.handle',
      });
    },
  ],
  [
    'RP 2.3.1.1',
    'has the registration',
    (answer) => expect(eventsOf(answer)).toContain('registration'),
  ],
  [
    'RP 2.3.1.2',
    'has the expiration',
    (answer) => expect(eventsOf(answer)).toContain('expiration'),
  ],
  [
    'RP 2.3.1.3',
    'has the last update of the database',
    (answer) => expect(eventsOf(answer)).toContain('last update of RDAP database'),
  ],
  [
    'RP 2.3.2',
    'has the expiration at the registrar',
    (answer) => expect(eventsOf(answer)).toContain('registrar expiration'),
  ],
  [
    'RFC 9083 4.5',
    'has each event once',
    (answer) => expect(new Set(eventsOf(answer)).size).toBe(eventsOf(answer).length),
  ],
  [
    'RP 2.4.1',
    'has one registrar with a name',
    (answer) => {
      expect(registrarOf(answer)).toHaveLength(1);
      expect(evaluate("$.vcardArray[1][?(@[0]=='fn')][3]", registrarOf(answer)[0])).toEqual([
        'Example Names',
      ]);
    },
  ],
  [
    'RP 2.4.2',
    'identifies the registrar by its number, or says that it has none',
    (answer) => {
      const [registrar] = registrarOf(answer);
      if (registrar?.handle === 'not applicable') expect(registrar).not.toHaveProperty('publicIds');
      else
        expect(registrar?.publicIds).toEqual([
          { type: 'IANA Registrar ID', identifier: registrar?.handle },
        ]);
    },
  ],
  [
    'RP 2.4.5',
    'has the abuse contact of the registrar with phone and email',
    (answer) => {
      const abuse = registrarOf(answer)[0]?.entities?.[0];
      expect(abuse?.roles).toEqual(['abuse']);
      expect(evaluate("$.vcardArray[1][?(@[0]=='tel')][3]", abuse)).toEqual(['tel:+15550101']);
    },
  ],
  [
    'RP 2.4.6',
    'links to the base of the registrar',
    (answer) =>
      expect(registrarOf(answer)[0]?.links).toContainEqual({
        value: asked.url,
        rel: 'about',
        href: 'https://names.example/rdap/',
        type: 'application/rdap+json',
      }),
  ],
  ['RP 2.6.1', 'has a status', ({ status }) => expect(status.length).toBeGreaterThan(0)],
  [
    'RFC 5731 2.3',
    'never combines active',
    ({ status }) => expect(status.includes('active') && status.length > 1).toBe(false),
  ],
  [
    'RFC 5731 2.3',
    'never combines a pending transfer with its prohibition',
    ({ status }) =>
      expect(
        status.includes('pending transfer') && status.includes('client transfer prohibited'),
      ).toBe(false),
  ],
  [
    'RFC 3915 3.1',
    'has a redemption period only while the deletion is pending',
    ({ status }) =>
      expect(status.includes('redemption period') && !status.includes('pending delete')).toBe(
        false,
      ),
  ],
  [
    'RFC 3915 3.1',
    'has a pending restore instead of a redemption period, while the deletion is pending',
    ({ status }) => {
      if (!status.includes('pending restore')) return;
      expect(status).toEqual(['pending delete', 'pending restore']);
    },
  ],
  [
    'RP 2.6.3',
    'explains status codes',
    (answer) => {
      expect(noticeOf(answer, 'Status Codes')?.description).toEqual([
        'For more information on domain status codes, please visit https://icann.org/epp',
      ]);
      expectLinked(answer, 'Status Codes', 'glossary', 'https://icann.org/epp');
    },
  ],
  ['RP 2.7.2', 'has one registrant', (answer) => expect(registrantOf(answer)).toHaveLength(1)],
  [
    'RP 2.7.3',
    'marks the missing handle of the registrant',
    (answer) => {
      expect(registrantOf(answer)[0]).not.toHaveProperty('handle');
      expectMarked(answer, 'Registry Registrant ID', true);
    },
  ],
  [
    'RP 2.7.4.1',
    'has a name, or marks it',
    (answer) => expectMarked(answer, 'Registrant Name', propertyOf(answer, 'fn')?.[3] === ''),
  ],
  [
    'RP 2.7.4.2',
    'has an organization, or marks it',
    (answer) =>
      expectMarked(answer, 'Registrant Organization', propertyOf(answer, 'org') === undefined),
  ],
  [
    'RP 2.7.4.3',
    'has a street, or marks it',
    (answer) => expectMarked(answer, 'Registrant Street', addressPart(answer, 2) === ''),
  ],
  [
    'RP 2.7.4.4',
    'has a city, or marks it',
    (answer) => expectMarked(answer, 'Registrant City', addressPart(answer, 3) === ''),
  ],
  [
    'RP 2.7.4.5',
    'has a state, or marks it',
    (answer) => expectMarked(answer, 'Registrant State/Province', addressPart(answer, 4) === ''),
  ],
  [
    'RP 2.7.4.6',
    'has a postal code, or marks it',
    (answer) => expectMarked(answer, 'Registrant Postal Code', addressPart(answer, 5) === ''),
  ],
  [
    'RP 2.7.4.7',
    'has the country as a parameter, or marks it',
    (answer) =>
      expectMarked(answer, 'Registrant Country', propertyOf(answer, 'adr')?.[1].cc === undefined),
  ],
  [
    'RP 2.7.4.8',
    'has a phone, or marks it',
    (answer) => expectMarked(answer, 'Registrant Phone', propertyOf(answer, 'tel') === undefined),
  ],
  [
    'RP 2.7.4.9',
    'has an email, or an address for messages that replaces it',
    (answer) => {
      const redaction = redactionOf(answer, 'Registrant Email');
      const [email, contactUri] = [propertyOf(answer, 'email'), propertyOf(answer, 'contact-uri')];
      expect([email, contactUri].filter((found) => found !== undefined)).toHaveLength(1);
      if (email !== undefined) expect(redaction).toBeUndefined();
      else {
        expect(redaction?.method).toBe('replacementValue');
        expect(evaluate(redaction?.prePath ?? '', answer)).toEqual([]);
        expect(evaluate(redaction?.replacementPath ?? '', answer)).toEqual([contactUri]);
      }
    },
  ],
  [
    'RP 2.9.1',
    'names each nameserver, with addresses of both families apart',
    ({ nameservers }) => {
      for (const { ldhName, ipAddresses } of nameservers) {
        expect(ldhName).not.toBe('');
        expect((ipAddresses?.v4 ?? []).some((address) => address.includes(':'))).toBe(false);
        expect((ipAddresses?.v6 ?? []).every((address) => address.includes(':'))).toBe(true);
      }
    },
  ],
  [
    'RP 2.10',
    'links to the complaint form',
    (answer) => {
      expect(noticeOf(answer, 'RDDS Inaccuracy Complaint Form')?.description).toEqual([
        'URL of the ICANN RDDS Inaccuracy Complaint Form: https://icann.org/wicf',
      ]);
      expectLinked(answer, 'RDDS Inaccuracy Complaint Form', 'help', 'https://icann.org/wicf');
    },
  ],
  [
    'RP 2.11',
    'says whether the delegation is signed',
    ({ secureDNS }, { signers }) =>
      expect(secureDNS).toEqual(
        signers.length === 0
          ? { delegationSigned: false }
          : { delegationSigned: true, dsData: signers },
      ),
  ],
  [
    'RFC 9537 4.2',
    'marks each field once',
    ({ redacted }) => {
      const types = redacted.map(({ name }) => name.type);
      expect(new Set(types).size).toBe(types.length);
    },
  ],
];

const runs = { numRuns: 200 };
/** Registrars have an abuse contact; without the setting there is none to show. */
const withAbuse = (policy: PublicationPolicy): PublicationPolicy => ({
  ...policy,
  registrar: { ...policy.registrar, abuseEmail: 'abuse@names.example' },
});

describe('every answer about a domain', () => {
  it.each(rules)('%s: %s', (_section, _rule, check) => {
    for (const policy of [plainPolicy, proxyPolicy, openPolicy]) {
      for (const privacyEnabled of [true, false]) {
        const facts = domains.changed(plainFacts, { privacyEnabled });
        check(answerFor(facts, policy), facts);
      }
    }
    fc.assert(
      fc.property(factsArbitrary, policyArbitrary, (facts, policy) => {
        check(answerFor(facts, withAbuse(policy)), facts);
      }),
      runs,
    );
  });

  it('is valid, whatever the domain, the owner and the policy are', () => {
    fc.assert(
      fc.property(factsArbitrary, policyArbitrary, (facts, policy) => {
        expectValid('domain', answerFor(facts, policy));
      }),
      { numRuns: 500 },
    );
  });

  it('shows nothing of an owner with privacy', () => {
    fc.assert(
      fc.property(factsArbitrary, policyArbitrary, (facts, policy) => {
        const contact = { ...facts.owner.contact, organization: 'secret-organization' };
        const answer = answerFor(domains.changed(facts, { contact, privacyEnabled: true }), policy);
        const text = JSON.stringify(answer);
        expect(text).not.toContain('secret');
        expect(text).not.toContain(contact.phone.replace('.', ''));
        expect(['IS', undefined]).toContain(propertyOf(answer, 'adr')?.[1].cc);
      }),
      { numRuns: 500 },
    );
  });

  it('shows of an owner without privacy what the policy publishes, and no more', () => {
    fc.assert(
      fc.property(factsArbitrary, policyArbitrary, (facts, policy) => {
        const { contact } = facts.owner;
        const text = JSON.stringify(
          answerFor(domains.changed(facts, { privacyEnabled: false }), policy),
        );
        const shows = (value: string) => text.includes(JSON.stringify(value).slice(1, -1));
        const { publishes } = policy;
        expect(shows(contact.lastName)).toBe(publishes.has('name'));
        expect(shows(contact.address1)).toBe(publishes.has('street'));
        expect(shows(contact.city)).toBe(publishes.has('city'));
        expect(shows(contact.stateProvince)).toBe(publishes.has('state'));
        expect(shows(contact.postalCode)).toBe(publishes.has('postalCode'));
        expect(shows(contact.email)).toBe(publishes.has('email'));
        expect(shows(contact.phone.replace('.', ''))).toBe(publishes.has('phone'));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the status of a domain', () => {
  const restorable = { deletedAt: 1, redemptionUntil: 2 };

  it.each([
    ['active', { transferOut: { transferLocked: false } }, ['active']],
    ['locked', {}, ['client transfer prohibited']],
    ['on hold', { isHeld: true }, ['client hold', 'client transfer prohibited']],
    ['asked for by another registrar', { isLeaving: true }, ['pending transfer']],
    [
      'without nameservers',
      { zone: { nameservers: [] }, transferOut: { transferLocked: false } },
      ['inactive'],
    ],
    ['being deleted', { state: 'releasing' }, ['pending delete']],
    [
      'restorable',
      { state: 'releasing', release: restorable },
      ['pending delete', 'redemption period'],
    ],
    [
      'being restored',
      { state: 'releasing', release: restorable, isRestoring: true },
      ['pending delete', 'pending restore'],
    ],
  ] as const)('%s', (_title, facts, status) => {
    expect(answerFor({ ...plainFacts, ...facts }, plainPolicy).status).toEqual(status);
  });
});

describe('other answers', () => {
  const host = { name: 'ns1.example.com', addresses: ['192.0.2.1', '2001:db8::1'] };

  it('are valid', () => {
    expectValid('nameserver', nameserverAnswer(host, plainPolicy, asked));
    expectValid('entity', entityAnswer(plainPolicy, asked.url));
    expectValid('help', helpAnswer(plainPolicy, asked.url));
  });

  it('RP 3.1: the registrar has its number, name, address, phone and email', () => {
    const answer = entityAnswer(plainPolicy, asked.url);
    expect(answer).toMatchObject({ handle: '9995', roles: ['registrar'] });
    expect(answer.vcardArray[1]).toEqual([
      ['version', {}, 'text', '4.0'],
      ['fn', {}, 'text', 'Example Names'],
      ['org', {}, 'text', 'Example Names'],
      ['adr', { cc: 'US' }, 'text', ['', '', '1 Main Street', 'Springfield', 'IL', '62701', '']],
      ['tel', { type: 'voice' }, 'uri', 'tel:+15550100'],
      ['email', {}, 'text', 'registrar@names.example'],
      ['url', {}, 'uri', 'https://names.example'],
    ]);
  });

  it('related: the registry has its own answer', () => {
    expect(answerFor(plainFacts, plainPolicy).links[1]).toMatchObject({
      rel: 'related',
      href: 'https://rdap.registry.example/com/domain/example.com',
    });
  });
});
