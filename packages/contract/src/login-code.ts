/** The code that a command line and the dashboard show for the same sign-in, for a person to compare. */

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/** `challenge` is a hash in hex digits; each two of them are one character. */
export function loginCode(challenge: string): string {
  const characters = Array.from({ length }, (_, index) => {
    const byte = Number.parseInt(challenge.slice(index * 2, index * 2 + 2), 16);
    return alphabet[byte % alphabet.length] ?? '?';
  });
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`;
}
