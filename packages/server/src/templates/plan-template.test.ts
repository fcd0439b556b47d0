import type { RecordType } from '@hostmaster/dns/records';
import { describe, expect, it } from 'vitest';
import { planTemplate } from './plan-template.ts';
import { renderTemplate } from './render-template.ts';

const zone = 'example.com';

/** Each is written as `name TYPE value`; `?` before it keeps what exists. */
function recordsOf(lines: readonly string[]) {
  return lines.map((line, index) => {
    const keepsExisting = line.startsWith('?');
    const [name = '', type = '', ...words] = line.replace('?', '').split(' ');
    const value = words.join(' ');
    return {
      id: `rec_${index}`,
      name,
      type: type as RecordType,
      value,
      ttlSeconds: 3_600,
      keepsExisting,
    };
  });
}

const shown = ({ name, type, value }: { name: string; type: string; value: string }) =>
  `${name} ${type} ${value}`;

function planOf(wanted: readonly string[], held: readonly string[]) {
  const plan = planTemplate(zone, recordsOf(wanted), recordsOf(held));
  return {
    added: plan.added.map(shown),
    changed: plan.changed.map(({ before, after }) => [shown(before), shown(after)]),
    conflicts: plan.conflicts.map(({ message, records }) => [message, ...records.map(shown)]),
    unchanged: plan.unchanged,
  };
}

const nothing = { added: [], changed: [], conflicts: [], unchanged: 0 };
const google = '@ TXT v=spf1 include:_spf.google.com ~all';

describe('a template against a zone', () => {
  const cases: readonly [
    what: string,
    wanted: readonly string[],
    held: readonly string[],
    plan: Partial<ReturnType<typeof planOf>>,
  ][] = [
    ['adds what is missing', ['@ MX 1 a.example'], [], { added: ['@ MX 1 a.example'] }],
    [
      'leaves what is there, however it is written',
      ['@ MX 1 a.example'],
      ['@ MX 1 A.example.'],
      { unchanged: 1 },
    ],
    [
      'never replaces mail servers by itself',
      ['@ MX 1 a.example'],
      ['@ MX 10 b.example', '@ MX 20 c.example', '@ A 192.0.2.1'],
      {
        added: ['@ MX 1 a.example'],
        conflicts: [
          [
            'Mail for example.com is delivered to other servers.',
            '@ MX 10 b.example',
            '@ MX 20 c.example',
          ],
        ],
      },
    ],
    [
      'corrects a preference',
      ['@ MX 1 a.example'],
      ['@ MX 10 a.example'],
      { changed: [['@ MX 10 a.example', '@ MX 1 a.example']] },
    ],
    [
      'merges SPF records',
      [google],
      ['@ TXT "v=spf1 mx -all"', '@ TXT other'],
      { changed: [['@ TXT "v=spf1 mx -all"', '@ TXT v=spf1 mx include:_spf.google.com -all']] },
    ],
    [
      'knows senders that are allowed already',
      [google],
      ['@ TXT v=spf1 include:_spf.google.com -all'],
      { unchanged: 1 },
    ],
    [
      'says that several SPF records are wrong',
      [google],
      ['@ TXT v=spf1 mx -all', '@ TXT v=spf1 a -all'],
      {
        added: [google],
        conflicts: [
          [
            'example.com has 2 SPF records, which mail servers treat as an error.',
            '@ TXT v=spf1 mx -all',
            '@ TXT v=spf1 a -all',
          ],
        ],
      },
    ],
    [
      'never allows fewer senders by itself',
      ['@ TXT v=spf1 -all'],
      ['@ TXT v=spf1 mx -all'],
      {
        added: ['@ TXT v=spf1 -all'],
        conflicts: [
          [
            "The SPF record of example.com allows other senders and can't be combined with the new one.",
            '@ TXT v=spf1 mx -all',
          ],
        ],
      },
    ],
    ['puts text beside text', ['@ TXT a=1'], ['@ TXT a=2'], { added: ['@ TXT a=1'] }],
    [
      'has one key for each DKIM selector',
      ['s._domainkey TXT v=DKIM1; p=new'],
      ['s._domainkey TXT v=DKIM1; p=old'],
      {
        added: ['s._domainkey TXT v=DKIM1; p=new'],
        conflicts: [
          ['s._domainkey.example.com has another DKIM key.', 's._domainkey TXT v=DKIM1; p=old'],
        ],
      },
    ],
    [
      'has one DMARC policy',
      ['_dmarc TXT v=DMARC1; p=reject'],
      ['_dmarc TXT v=DMARC1; p=none'],
      {
        added: ['_dmarc TXT v=DMARC1; p=reject'],
        conflicts: [
          [
            '_dmarc.example.com has a DMARC record with another policy.',
            '_dmarc TXT v=DMARC1; p=none',
          ],
        ],
      },
    ],
    [
      'keeps a DMARC policy',
      ['?_dmarc TXT v=DMARC1; p=none'],
      ['_dmarc TXT v=DMARC1; p=reject'],
      { unchanged: 1 },
    ],
    [
      'keeps a DMARC policy elsewhere',
      ['?_dmarc TXT v=DMARC1; p=none'],
      ['_dmarc CNAME d.example'],
      { unchanged: 1 },
    ],
    [
      'adds a DMARC policy beside other text',
      ['?_dmarc TXT v=DMARC1; p=none'],
      ['_dmarc TXT other'],
      { added: ['_dmarc TXT v=DMARC1; p=none'] },
    ],
    [
      'puts a CNAME beside nothing',
      ['www CNAME a.example'],
      ['www A 192.0.2.1', 'www TXT text'],
      {
        added: ['www CNAME a.example'],
        conflicts: [
          [
            'www.example.com has other records, but a CNAME record must be the only one of its name.',
            'www A 192.0.2.1',
            'www TXT text',
          ],
        ],
      },
    ],
    [
      'puts nothing beside a CNAME',
      ['www A 192.0.2.1', 'www TXT text'],
      ['www CNAME a.example'],
      {
        added: ['www A 192.0.2.1', 'www TXT text'],
        conflicts: [
          [
            'www.example.com has a CNAME record, which must be the only one of its name.',
            'www CNAME a.example',
          ],
        ],
      },
    ],
    [
      'takes all addresses of a name as one choice',
      ['@ A 192.0.2.1'],
      ['@ AAAA 2001:db8::1', '@ ALIAS a.example', '@ A 192.0.2.1'],
      {
        unchanged: 1,
        conflicts: [
          ['example.com points to another address.', '@ AAAA 2001:db8::1', '@ ALIAS a.example'],
        ],
      },
    ],
    [
      'lets mail stand beside a flattened apex',
      ['@ MX 1 a.example'],
      ['@ CNAME b.example'],
      { added: ['@ MX 1 a.example'] },
    ],
    [
      'has the whole set of any other type',
      ['@ CAA 0 issue ";"'],
      ['@ CAA 0 issue "ca.example"'],
      {
        added: ['@ CAA 0 issue ";"'],
        conflicts: [['example.com has other CAA records.', '@ CAA 0 issue "ca.example"']],
      },
    ],
  ];

  it.each(cases)('%s', (_, wanted, held, plan) => {
    expect(planOf(wanted, held)).toEqual({ ...nothing, ...plan });
  });
});

describe('the fields of a template', () => {
  const template = (kind: 'text' | 'token' | 'label' | 'hostname' | 'choice') => ({
    id: 't',
    title: 'T',
    summary: '',
    fields: [
      { name: 'f', label: 'F', kind, ...(kind === 'choice' ? { options: ['a', 'b'] } : {}) },
    ],
    records: [{ type: 'TXT' as const, value: '{f}' }],
  });
  const values: readonly [
    kind: Parameters<typeof template>[0],
    text: string,
    value: string | null,
  ][] = [
    ['text', ' v=DKIM1; p=a ', 'v=DKIM1; p=a'],
    ['text', 'two\nlines', null],
    ['token', 'abc-1_2=', 'abc-1_2='],
    ['token', 'a b', null],
    ['label', 'My-Site', 'my-site'],
    ['label', 'a.b', null],
    ['hostname', 'Host.Example.net.', 'host.example.net'],
    ['hostname', 's1._domainkey.example.net', 's1._domainkey.example.net'],
    ['hostname', 'bücher.example', 'xn--bcher-kva.example'],
    ['hostname', 'no host', null],
    ['choice', 'b', 'b'],
    ['choice', 'c', null],
  ];
  it.each(values)('%s: %j is %j', (kind, text, value) => {
    const rendering = renderTemplate(template(kind), { f: text }, zone);
    if (value === null) {
      expect(rendering).toMatchObject({ ok: false, problems: [{ path: 'fields.f' }] });
    } else expect(rendering).toMatchObject({ ok: true, records: [{ value }] });
  });

  it('are required unless they are optional or have a default', () => {
    expect(renderTemplate(template('text'), {}, zone)).toEqual({
      ok: false,
      problems: [{ path: 'fields.f', message: 'is required' }],
    });
    expect(renderTemplate(template('text'), { f: 'x', g: 'y' }, zone)).toEqual({
      ok: false,
      problems: [{ path: 'fields.g', message: 'is not a field of this template' }],
    });
  });
});
