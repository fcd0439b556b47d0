import { describe, expect, it } from 'vitest';
import { checkContact, contactInput, contactLabel, emptyContact } from './contact-values.ts';

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  organization: '',
  email: 'ada@example.com',
  phone: '+44.2079460000',
  address1: '12 St James Square',
  address2: '',
  city: 'London',
  stateProvince: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'GB',
};

describe('a contact', () => {
  it('is complete without organisation and second line', () => {
    expect(checkContact(ada)).toEqual({});
  });

  it('says what is missing, field by field', () => {
    const problems = checkContact({ ...emptyContact, organization: 'Analytical Engines' });
    expect(Object.keys(problems)).toEqual([
      'contact.firstName',
      'contact.lastName',
      'contact.email',
      'contact.phone',
      'contact.address1',
      'contact.city',
      'contact.stateProvince',
      'contact.postalCode',
      'contact.country',
    ]);
  });

  it.each([
    ['email', 'ada@example'],
    ['phone', '020 7946 0000'],
    ['country', 'XX'],
  ])('judges %s as the API does', (field, value) => {
    expect(Object.keys(checkContact({ ...ada, [field]: value }))).toEqual([`contact.${field}`]);
  });

  it('is sent trimmed, its number without decoration', () => {
    const sent = contactInput({ ...ada, firstName: ' Ada ', phone: '+44.(20) 7946-0000' });
    expect(sent).toEqual(ada);
  });

  it('has the city as its state where the country has none', () => {
    const dutch = { ...ada, city: 'Utrecht', stateProvince: '', country: 'NL' };
    expect(checkContact(dutch)).toEqual({});
    expect(contactInput(dutch).stateProvince).toBe('Utrecht');
    expect(contactInput({ ...dutch, stateProvince: 'UT' }).stateProvince).toBe('UT');
    expect(Object.keys(checkContact({ ...dutch, country: 'US' }))).toEqual([
      'contact.stateProvince',
    ]);
  });

  it('is called by its person and organisation', () => {
    expect(contactLabel(ada)).toBe('Ada Lovelace');
    expect(contactLabel({ ...ada, organization: 'Analytical Engines' })).toBe(
      'Ada Lovelace, Analytical Engines',
    );
  });
});
