/** A registrant that every registry accepts, without the optional fields. */
export const requiredContact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+44.2079460000',
  address1: '12 St James Square',
  city: 'London',
  stateProvince: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'GB',
} as const;
