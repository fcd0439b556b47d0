import { expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    { label: 'Firefox on Linux', isPhone: false },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
    { label: 'Edge on Windows', isPhone: false },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    { label: 'Safari on iOS', isPhone: true },
  ],
  ['curl/8.5.0', { label: 'Unknown browser', isPhone: false }],
])('%s', (userAgent, expected) => {
  expect(describeBrowser(userAgent)).toEqual(expected);
});
