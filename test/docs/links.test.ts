/** What holds for every document, and for every file that is published. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents, publishedFiles, read, relativeLinks, root, section } from './documents.ts';

describe.each(documents())('%s', (path) => {
  it('only links to what exists', () => {
    const dead = relativeLinks(path).filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = join(dirname(path), file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchors(target).includes(anchor);
    });
    expect(dead).toEqual([]);
  });
});

describe('decisions', () => {
  const decisions = documents().filter((path) => /^docs\/adr\/(?!0000)/.test(path));

  it('are numbered without gaps', () => {
    const numbers = decisions.map((path) => Number(/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it.each(decisions)('%s has its number, context, decision and consequences', (path) => {
    const number = /(\d{4})-/.exec(path)?.[1];
    expect(read(path)).toMatch(new RegExp(`^# ${number}: .+\\n\\nStatus: \\w+`));
    for (const title of ['Context', 'Decision', 'Consequences']) {
      expect(section(path, title).length, title).toBeGreaterThan(title.length + 40);
    }
  });
});

it('no file contains a path of the machine it was written on', () => {
  const files = publishedFiles();
  expect(files.length).toBeGreaterThan(100);
  // Home directories, work directories and temporary directories; written so as not to find itself.
  const foreign = /(?<![\w.$}])\/(?:home|Users|root|work|tmp)\/[\w.-]+/;
  const offenders = files.filter((file) => foreign.test(read(file)));
  expect(offenders).toEqual([]);
});

function anchors(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
