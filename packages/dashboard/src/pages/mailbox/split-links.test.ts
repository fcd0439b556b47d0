import { expect, it } from 'vitest';
import { splitLinks } from './split-links.ts';

it('finds the links of a mail and drops its signature', () => {
  const link = 'http://127.0.0.1:3000/dashboard/verify#abc-_1';
  expect(splitLinks(`Confirm it.\n\nConfirm email:\n${link}\n\n-- \nHostmaster\n\n`)).toEqual([
    { at: 0, text: 'Confirm it.\n\nConfirm email:\n', isLink: false },
    { at: 28, text: link, isLink: true },
  ]);
  expect(splitLinks('javascript:alert(1)')).toEqual([
    { at: 0, text: 'javascript:alert(1)', isLink: false },
  ]);
});
