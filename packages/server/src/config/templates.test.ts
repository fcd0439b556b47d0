import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { templateFolder } from './templates.ts';

const sound = {
  id: 'our-hosting',
  title: 'Our hosting',
  summary: 'A website on our servers.',
  fields: [{ name: 'server', label: 'Server', kind: 'hostname' }],
  records: [{ type: 'CNAME', name: 'www', value: '{server}' }],
};

describe('the folder of templates', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'templates-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const put = (file: string, content: unknown) =>
    writeFileSync(
      join(folder, file),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  const read = () => templateFolder(folder, 'HOSTMASTER_TEMPLATES');

  it('has a template in each JSON file', () => {
    put('b.json', sound);
    put('a.json', { ...sound, id: 'another' });
    put('README.md', 'ignored');
    expect(read().map(({ id }) => id)).toEqual(['another', 'our-hosting']);
  });

  const faults: readonly [what: string, content: unknown, reason: string][] = [
    ['no JSON', '{', 'is no template: it is no JSON.'],
    ['a file that is too long', JSON.stringify('x'.repeat(65_536)), 'more than 65536 bytes'],
    ['a missing title', { ...sound, title: undefined }, 'title'],
    ['no record', { ...sound, records: [] }, '/records'],
    ['an unknown field', { ...sound, extra: 1 }, 'it has an unknown field'],
    [
      'a placeholder without a field',
      { ...sound, records: [{ type: 'TXT', value: '{nothing}' }] },
      '@ TXT names the unknown field nothing',
    ],
    [
      'a value that is none',
      { ...sound, records: [{ type: 'A', value: 'no address' }] },
      '@ A has a value that is none',
    ],
    [
      'a name that is none',
      { ...sound, records: [{ type: 'A', name: 'a..b', value: '192.0.2.1' }] },
      'a..b A: ',
    ],
    ['a field twice', { ...sound, fields: [...sound.fields, ...sound.fields] }, 'two fields'],
    [
      'a field with the name of a value',
      { ...sound, fields: [{ name: 'domain', label: 'Domain', kind: 'text' }] },
      'no field can be named domain',
    ],
    [
      'a choice without options',
      { ...sound, fields: [{ name: 'server', label: 'Server', kind: 'choice' }] },
      'the field server has no options',
    ],
  ];
  it.each(faults)('refuses %s', (_, content, reason) => {
    put('a.json', content);
    expect(read).toThrow(reason);
    expect(read).toThrow(`HOSTMASTER_TEMPLATES: ${join(folder, 'a.json')} is no template`);
  });

  it('refuses an id twice, and a folder that is none', () => {
    put('a.json', sound);
    put('b.json', sound);
    expect(read).toThrow('two files');
    expect(() => templateFolder(join(folder, 'none'), 'HOSTMASTER_TEMPLATES')).toThrow(
      'HOSTMASTER_TEMPLATES must be a folder that can be read',
    );
  });
});
