/** Why a text cannot be a domain name; null when no rule checked here is broken. */
const labelLengthMax = 63;
const asciiLetters = /^[\u0021-\u007e]*$/;

export function explainName(text: string): string | null {
  const name = text.replaceAll(/\s/g, '').toLowerCase().replace(/\.$/, '');
  if (name === '') return null;
  if (/^[a-z]+:\/\//.test(name) || name.includes('/')) {
    return 'Type only the name, without http:// and without a path.';
  }
  if (name.includes('@')) return 'This looks like an e-mail address. Type only what follows the @.';
  const [label = ''] = name.split('.');
  if (name.split('.').includes('')) return 'There is a dot too many.';
  if (label.includes('_')) return 'Names have no underscores. A hyphen can stand in their place.';
  if (label.startsWith('-') || label.endsWith('-'))
    return 'A name cannot begin or end with a hyphen.';
  if (asciiLetters.test(label)) {
    const odd = /[^a-z0-9-]/.exec(label);
    if (odd !== null) return `Names have letters, digits and hyphens, but no “${odd[0]}”.`;
    if (label.length > labelLengthMax) {
      return `The part before the dot has ${label.length} characters; ${labelLengthMax} are the most.`;
    }
    if (label.slice(2, 4) === '--' && !label.startsWith('xn--')) {
      return 'Two hyphens in the third and fourth place are reserved.';
    }
  }
  return null;
}
