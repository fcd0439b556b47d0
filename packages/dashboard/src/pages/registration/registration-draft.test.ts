import { describe, expect, it } from 'vitest';
import { newContact } from '../../contacts/owner-choice.ts';
import { initialValues, restore } from './registration-draft.ts';

const initial = initialValues(newContact);

describe('the draft of a registration', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    [' Augusta Ada  King ', 'Augusta Ada', 'King'],
    ['Ada', 'Ada', ''],
  ])('starts with the name and email address of %j', (name, firstName, lastName) => {
    const values = initialValues(newContact, { name, email: 'ada@example.com' });
    expect(values).toMatchObject({ firstName, lastName, email: 'ada@example.com', city: '' });
  });

  it('comes back as it was left', () => {
    const typed = { ...initial, years: 3, firstName: 'Ada', autoRenew: false };
    expect(restore(JSON.parse(JSON.stringify(typed)), initial)).toEqual(typed);
  });

  it.each([null, 'text', 7])('falls back to the initial values for %o', (found) => {
    expect(restore(found, initial)).toEqual(initial);
  });

  it('drops unknown fields and values of another type', () => {
    expect(
      restore({ years: '3', city: 'London', colour: 'blue', privacyEnabled: 1 }, initial),
    ).toEqual({
      ...initial,
      city: 'London',
    });
  });
});
