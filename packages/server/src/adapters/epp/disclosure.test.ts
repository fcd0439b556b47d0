import type { ContactInfo } from '@hostmaster/epp';
import { expect, it } from 'vitest';
import { discloseNothing, isHidden } from './disclosure.ts';

type Disclose = NonNullable<ContactInfo['disclose']>;

function contact(disclose: Disclose | undefined, organization?: string) {
  const postalInfos: ContactInfo['postalInfos'] = [
    {
      type: 'int',
      name: 'Ada Lovelace',
      ...(organization === undefined ? {} : { organization }),
      address: { street: ['1 Example Street'], city: 'London', country: 'GB' },
    },
  ];
  const info = { postalInfos, voice: { number: '+44.2079460100' }, email: 'ada@example.net' };
  return disclose === undefined ? info : { ...info, disclose };
}

const allButFax: Disclose = {
  flag: false,
  name: ['int'],
  organization: ['int'],
  address: ['int'],
  voice: true,
  email: true,
};

it('asks to hide every field that RFC 5733 has', () => {
  expect(discloseNothing('int')).toEqual({ ...allButFax, fax: true });
});

it.each<[string, Disclose | undefined, boolean | null]>([
  ['nothing is said', undefined, null],
  ['everything is to be hidden', discloseNothing('int'), true],
  ['everything but a fax that the contact has not', allButFax, true],
  ['only a fax that the contact has not is shown', { flag: true, fax: true }, true],
  ['only an organization that it has not', { flag: true, organization: ['int'] }, true],
  ['the data of another form is shown', { flag: true, name: ['loc'] }, true],
  ['nothing is shown', { flag: true }, true],
  ['the email address is shown', { flag: true, email: true }, false],
  ['the name is shown', { flag: true, name: ['int'] }, false],
  ['the email address is not hidden', { ...discloseNothing('int'), email: false }, false],
  ['another form is hidden', discloseNothing('loc'), false],
  ['nothing is hidden', { flag: false }, false],
])('%s', (_, disclose, hidden) => {
  expect(isHidden(contact(disclose))).toBe(hidden);
});

it('an organization or a fax counts where the contact has one', () => {
  const shown = { flag: true, organization: ['int' as const] };
  expect(isHidden(contact(shown, 'Engines Ltd'))).toBe(false);
  const fax = { number: '+44.2079460101' };
  expect(isHidden({ ...contact(allButFax), fax })).toBe(false);
  expect(isHidden({ ...contact(discloseNothing('int')), fax })).toBe(true);
});
