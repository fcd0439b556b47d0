/** Errors are assigned to their fields. */
import type { RecordType } from '@hostmaster/dns/records';
import { describe, expect, it } from 'vitest';
import { draftProblems, draftWarning } from './draft-problems.ts';
import { recordContext } from './record-context.ts';
import { newDraft, type RecordDraft } from './record-draft.ts';
import type { ValueParts } from './value-parts.ts';

const context = recordContext('example.com');
const sha256 = 'ab'.repeat(32);

describe('problems', () => {
  it.each<[RecordType, ValueParts, Readonly<Record<string, RegExp>>]>([
    ['A', { address: '' }, { 'parts.address': /^IPv4 address is missing\.$/ }],
    ['A', { address: '999.1.1.1' }, { 'parts.address': /^"999.1.1.1" is not an IPv4 address/ }],
    ['A', { address: ' 192.0.2.1 ' }, {}],
    ['CNAME', { target: 'two words' }, { 'parts.target': /^Target can't contain spaces/ }],
    ['CNAME', { target: '192.0.2.1' }, { 'parts.target': /is an address; expected a host name/ }],
    ['MX', { priority: '', host: 'mail.example.net' }, {}],
    ['MX', { priority: '70000', host: 'mail.example.net' }, { 'parts.priority': /0 to 65535/ }],
    ['MX', { priority: 'x', host: '-' }, { 'parts.priority': /"x"/, 'parts.host': /hyphen/ }],
    ['MX', { priority: '10', host: '.' }, { 'parts.host': /no mail is taken/ }],
    ['MX', { priority: '0', host: '.' }, {}],
    [
      'SRV',
      { priority: '1', weight: '', port: '80', target: '' },
      { 'parts.weight': /missing/, 'parts.target': /missing/ },
    ],
    ['MX', { priority: 'x', host: '' }, { 'parts.host': /missing/, 'parts.priority': /"x"/ }],
    ['HTTPS', { priority: '1', target: '.', params: '' }, {}],
    ['HTTPS', { priority: '1', target: '.', params: 'port=x' }, { 'parts.params': /"port"/ }],
    ['TLS', { usage: '3', selector: '1', matchingType: '1', association: sha256 }, {}],
    [
      'TLS',
      { usage: '3', selector: '1', matchingType: '1', association: 'abcd' },
      { 'parts.association': /has 64 hex digits; this one has 4/ },
    ],
    [
      'TLS',
      { usage: '3', selector: '1', matchingType: '0', association: 'wxyz' },
      { 'parts.association': /hex/ },
    ],
    ['TXT', { text: 'any "thing"' }, {}],
  ])('%s %j', (type, parts, expected) => {
    const problems = draftProblems({ ...newDraft({ type, parts }), name: '_x._tcp' }, context);
    expect(Object.keys(problems)).toEqual(Object.keys(expected));
    for (const [path, pattern] of Object.entries(expected)) expect(problems[path]).toMatch(pattern);
  });

  it.each<[string, Partial<RecordDraft>, string, RegExp]>([
    ['a name with a blank', { name: 'two words' }, 'name', /letters, digits/],
    ['a name elsewhere', { name: 'www.example.org.' }, 'name', /not inside example.com/],
    ['a TTL under a minute', { ttl: '59' }, 'ttl', /from 60/],
    ['a TTL in words', { ttl: 'soon' }, 'ttl', /whole seconds/],
    ['no service', { type: 'SRV', name: '_._tcp' }, 'service', /such as sip/],
    ['no port', { type: 'TLS', name: '_._tcp' }, 'service', /such as 443/],
    ['empty text', { isText: true, text: '' }, 'value', /the value is empty/i],
  ])('%s', (_, change, path, pattern) => {
    expect(draftProblems({ ...newDraft(), ...change }, context)[path]).toMatch(pattern);
  });

  it('leaves any text of TLS alone, and says that it is not published', () => {
    const draft: RecordDraft = { ...newDraft({ type: 'TLS', name: '_443._tcp' }), isText: true };
    const note = { ...draft, name: '_443._tcp', text: 'ask the hoster' };
    expect(draftProblems(note, context)).toEqual({});
    expect(draftWarning(note, context)).toMatch(/^Stored but not published/);
  });

  it('warns of a host that looks relative', () => {
    const draft = newDraft({ type: 'CNAME', name: 'shop', parts: { target: 'www' } });
    expect(draftProblems(draft, context)).toEqual({});
    expect(draftWarning(draft, context)).toMatch(/absolute/);
  });

  it('takes letters beyond ASCII', () => {
    const draft = newDraft({ type: 'CNAME', name: 'bücher', parts: { target: 'bücher.example' } });
    expect(draftProblems(draft, context)).toEqual({});
  });
});
