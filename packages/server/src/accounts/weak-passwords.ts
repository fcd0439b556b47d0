/** Recognises passwords that attackers try first, whatever their length. */

/** Common words in passwords; digits and signs around them are ignored. */
const commonWords: ReadonlySet<string> = new Set([
  'password',
  'passwort',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'motdepasse',
  'contrasena',
  'qwerty',
  'qwertyuiop',
  'qwertz',
  'qwertzuiop',
  'azerty',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'iloveyou',
  'iloveyouso',
  'letmein',
  'letmeinnow',
  'welcome',
  'administrator',
  'admin',
  'changeme',
  'changeit',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'starwars',
  'trustno',
  'whatever',
  'computer',
  'internet',
  'hostmaster',
  'registrar',
  'domain',
  'domains',
  'secret',
  'master',
  'dragon',
  'monkey',
  'default',
  'testtest',
  'test',
  'qazwsx',
  'qazwsxedc',
  'abcabc',
]);

const runs = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '9876543210987654321',
];

/** `known`: the user's e-mail address and name. */
export function isWeakPassword(password: string, known: readonly string[]): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < 4) return true;
  if (runs.some((run) => run.includes(text))) return true;
  const core = text.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '');
  const isCommon = [core, text].some((part) => commonWords.has(part) || isRepeated(part));
  return isCommon || known.some((fact) => isMostly(text, fact.normalize('NFKC').toLowerCase()));
}

/** `passwordpassword`, `12341234`. */
function isRepeated(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  return text === half + half && (commonWords.has(half) || half.length <= 5);
}

/** Little more than the address, its local part, or the name. */
function isMostly(text: string, fact: string): boolean {
  return [fact, fact.split('@')[0] ?? '', fact.replaceAll(/\s+/g, '')].some(
    (part) => part.length >= 4 && text.includes(part) && text.length - part.length < 5,
  );
}
