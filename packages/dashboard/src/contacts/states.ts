/** Countries whose postal addresses name a state, province or region. */
const countries = new Set(
  (
    'AE AR AU BO BR BS CA CL CN CO CR CV CU DM DO EC EG ES FM GT HN HK ID IN IQ IR IT JM JP KI KN KR ' +
    'KY MX MY NG NI NR PA PE PF PG PH PK RU SC SV TH TR TV TW UA US UY UZ VE VN'
  ).split(' '),
);

/** True while no country is chosen. */
export function hasStates(country: string): boolean {
  return country === '' || countries.has(country.toUpperCase());
}
