/** What each template of Hostmaster publishes, with every field filled in and with none. */
import type { Template } from '@hostmaster/contract';
import { placeholdersOf } from '@hostmaster/contract/template-text';
import { describe, expect, it } from 'vitest';
import { identityOf } from '../zones/read-import-file.ts';
import { builtInTemplates } from './built-in-templates.ts';
import { planTemplate } from './plan-template.ts';
import { renderTemplate } from './render-template.ts';

const dmarc = '_dmarc TXT v=DMARC1; p=none';
const noMail = [
  '@ MX 0 .',
  '@ TXT v=spf1 -all',
  '*._domainkey TXT v=DKIM1; p=',
  '_dmarc TXT v=DMARC1; p=reject; sp=reject; adkim=s; aspf=s',
];

interface Expected {
  readonly fields: Readonly<Record<string, string>>;
  /** The domain is `shop.example.com`. */
  readonly records: readonly string[];
  /** How many are left out where the optional fields are empty. */
  readonly optional: number;
}

const expected: Readonly<Record<string, Expected>> = {
  'google-workspace': {
    fields: { verification: 'abc-123_x', dkimKey: 'v=DKIM1; k=rsa; p=MIIB' },
    records: [
      '@ MX 1 smtp.google.com',
      '@ TXT v=spf1 include:_spf.google.com ~all',
      '@ TXT google-site-verification=abc-123_x',
      'google._domainkey TXT v=DKIM1; k=rsa; p=MIIB',
      dmarc,
    ],
    optional: 2,
  },
  'microsoft-365': {
    fields: {
      verification: 'ms12345678',
      dkim1: 'selector1-shop-example-com._domainkey.example.onmicrosoft.com',
      dkim2: 'selector2-shop-example-com._domainkey.example.onmicrosoft.com',
    },
    records: [
      '@ MX 0 shop-example-com.mail.protection.outlook.com',
      '@ TXT v=spf1 include:spf.protection.outlook.com -all',
      '@ TXT MS=ms12345678',
      'autodiscover CNAME autodiscover.outlook.com',
      'selector1._domainkey CNAME selector1-shop-example-com._domainkey.example.onmicrosoft.com',
      'selector2._domainkey CNAME selector2-shop-example-com._domainkey.example.onmicrosoft.com',
      dmarc,
    ],
    optional: 3,
  },
  fastmail: {
    fields: {},
    records: [
      '@ MX 10 in1-smtp.messagingengine.com',
      '@ MX 20 in2-smtp.messagingengine.com',
      '@ TXT v=spf1 include:spf.messagingengine.com ?all',
      'fm1._domainkey CNAME fm1.shop.example.com.dkim.fmhosted.com',
      'fm2._domainkey CNAME fm2.shop.example.com.dkim.fmhosted.com',
      'fm3._domainkey CNAME fm3.shop.example.com.dkim.fmhosted.com',
      '_submissions._tcp SRV 0 1 465 smtp.fastmail.com',
      '_imaps._tcp SRV 0 1 993 imap.fastmail.com',
      '_jmap._tcp SRV 0 1 443 api.fastmail.com',
      '_caldavs._tcp SRV 0 1 443 caldav.fastmail.com',
      '_carddavs._tcp SRV 0 1 443 carddav.fastmail.com',
      dmarc,
    ],
    optional: 0,
  },
  'proton-mail': {
    fields: { verification: '0123abc', dkimToken: 'd7abc' },
    records: [
      '@ MX 10 mail.protonmail.ch',
      '@ MX 20 mailsec.protonmail.ch',
      '@ TXT v=spf1 include:_spf.protonmail.ch ~all',
      '@ TXT protonmail-verification=0123abc',
      'protonmail._domainkey CNAME protonmail.domainkey.d7abc.domains.proton.ch',
      'protonmail2._domainkey CNAME protonmail2.domainkey.d7abc.domains.proton.ch',
      'protonmail3._domainkey CNAME protonmail3.domainkey.d7abc.domains.proton.ch',
      '_dmarc TXT v=DMARC1; p=quarantine',
    ],
    optional: 4,
  },
  'icloud-mail': {
    fields: { verification: 'AbC' },
    records: [
      '@ MX 10 mx01.mail.icloud.com',
      '@ MX 10 mx02.mail.icloud.com',
      '@ TXT v=spf1 include:icloud.com ~all',
      '@ TXT apple-domain=AbC',
      'sig1._domainkey CNAME sig1.dkim.shop.example.com.at.icloudmailadmin.com',
      dmarc,
    ],
    optional: 1,
  },
  'zoho-mail': {
    fields: { region: 'eu', verification: 'zb1', dkimSelector: 'zmail', dkimKey: 'v=DKIM1; p=MI' },
    records: [
      '@ MX 10 mx.zoho.eu',
      '@ MX 20 mx2.zoho.eu',
      '@ MX 50 mx3.zoho.eu',
      '@ TXT v=spf1 include:zohomail.eu ~all',
      '@ TXT zoho-verification=zb1',
      'zmail._domainkey TXT v=DKIM1; p=MI',
      dmarc,
    ],
    optional: 2,
  },
  vercel: {
    fields: { verification: 'shop.example.com,abc' },
    records: [
      '@ A 76.76.21.21',
      'www CNAME cname.vercel-dns.com',
      '_vercel TXT vc-domain-verify=shop.example.com,abc',
    ],
    optional: 1,
  },
  netlify: {
    fields: { site: 'My-Site' },
    records: ['@ ALIAS apex-loadbalancer.netlify.com', 'www CNAME my-site.netlify.app'],
    optional: 0,
  },
  'github-pages': {
    fields: { user: 'octocat', verification: 'f00' },
    records: [
      '@ A 185.199.108.153',
      '@ A 185.199.109.153',
      '@ A 185.199.110.153',
      '@ A 185.199.111.153',
      '@ AAAA 2606:50c0:8000::153',
      '@ AAAA 2606:50c0:8001::153',
      '@ AAAA 2606:50c0:8002::153',
      '@ AAAA 2606:50c0:8003::153',
      'www CNAME octocat.github.io',
      '_github-pages-challenge-octocat TXT f00',
    ],
    optional: 1,
  },
  'cloudflare-pages': {
    fields: { project: 'docs', subdomain: 'help' },
    records: ['help CNAME docs.pages.dev'],
    optional: 0,
  },
  'no-mail': { fields: {}, records: noMail, optional: 0 },
  parked: {
    fields: {},
    records: [...noMail, '@ CAA 0 issue ";"', '@ CAA 0 issuewild ";"'],
    optional: 0,
  },
};

const zone = 'shop.example.com';

function recordsOf(template: Template, fields: Readonly<Record<string, string>>) {
  const rendering = renderTemplate(template, fields, zone);
  if (!rendering.ok) throw new Error(JSON.stringify(rendering.problems));
  return rendering.records;
}

describe('the templates of Hostmaster', () => {
  it('are the expected ones', () => {
    expect(builtInTemplates.map(({ id }) => id)).toEqual(Object.keys(expected));
  });

  describe.each(builtInTemplates.map((template) => [template.id, template] as const))(
    '%s',
    (id, template) => {
      const { fields = {}, records, optional } = expected[id] ?? { records: [], optional: 0 };

      it('has these records', () => {
        const rendered = recordsOf(template, fields);
        expect(rendered.map(({ name, type, value }) => `${name} ${type} ${value}`)).toEqual(
          records,
        );
        expect(rendered.every((record) => identityOf(zone, record) !== null)).toBe(true);
      });

      it('is without the records of its empty fields', () => {
        const required = template.fields.filter((field) => field.optional !== true);
        const given = required.flatMap(({ name }) =>
          name in fields ? [[name, fields[name] ?? '']] : [],
        );
        const rendered = recordsOf(template, Object.fromEntries(given));
        expect(rendered).toHaveLength(records.length - optional);
      });

      it('uses every field, and no unknown one', () => {
        const used = template.records.flatMap(({ name = '@', value }) =>
          placeholdersOf(`${name} ${value}`),
        );
        const names = template.fields.map(({ name }) => name);
        expect(new Set(names).isSubsetOf(new Set(used))).toBe(true);
        expect(new Set(used).isSubsetOf(new Set([...names, 'domain', 'domainDashes']))).toBe(true);
      });

      it('has no conflict with itself', () => {
        const rendered = recordsOf(template, fields);
        const { added } = planTemplate(zone, rendered, []);
        const held = added.map((record, index) => ({ id: `rec_${index}`, ...record }));
        expect(planTemplate(zone, rendered, held)).toMatchObject({
          added: [],
          changed: [],
          conflicts: [],
          unchanged: records.length,
        });
      });
    },
  );
});
