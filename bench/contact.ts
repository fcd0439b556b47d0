/** A registrant that every registry accepts. */
export const contact = {
  firstName: 'A',
  lastName: 'B',
  email: 'a@example.com',
  phone: '+1.5555550100',
  address1: 'S',
  city: 'C',
  stateProvince: 'P',
  postalCode: '1',
  country: 'GB',
} as const;
