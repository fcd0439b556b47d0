/** Why a text cannot be a domain name; null when no rule checked here is broken. */
const labelLengthMax = 63;
const asciiLetters = /^[\u0021-\u007e]*$/;

export function explainName(text: string): string | null {
  const name = text.replaceAll(/\s/g, '').toLowerCase().replace(/\.$/, '');
  if (name === '') return null;
  if (name.includes('/')) return 'Enter only the domain name, without a path.';
  if (name.includes('@'))
    return 'This looks like an email address. Enter only the part after the @.';
  const [label = ''] = name.split('.');
  if (name.split('.').includes('')) return "There's an extra dot.";
  if (label.includes('_')) return "Domain names can't contain underscores. Use a hyphen instead.";
  if (label.startsWith('-') || label.endsWith('-'))
    return "Domain names can't start or end with a hyphen.";
  if (asciiLetters.test(label)) {
    const odd = /[^a-z0-9-]/.exec(label);
    if (odd !== null)
      return `Domain names can only contain letters, digits and hyphens, not “${odd[0]}”.`;
    if (label.length > labelLengthMax) {
      return `The part before the dot has ${label.length} characters; the maximum is ${labelLengthMax}.`;
    }
    if (label.slice(2, 4) === '--' && !label.startsWith('xn--')) {
      return 'Names with hyphens in the third and fourth positions are reserved.';
    }
  }
  return null;
}
