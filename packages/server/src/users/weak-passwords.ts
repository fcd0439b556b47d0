/**
 * Recognises passwords that attackers try first, whatever their length: one of the 49,000 most common
 * ones with little around it, a repetition, a row of keys, or the user's own name or address. The cost
 * is bounded by the length of the password, because any visitor may send one (ADR 0018).
 */
import { dictionary } from '@zxcvbn-ts/language-common';
import { once } from '../base/once.ts';

/** Made at its first use, because it takes 4 % of a start of the service. */
const commonPasswords = once(
  () =>
    new Set([
      ...dictionary['passwords-common'],
      // What this service is about.
      'hostmaster',
      'registrar',
      'domains',
    ]),
);

const runs = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '9876543210987654321',
  'qwertzuiop',
];

/** As in `p4$$w0rd`. */
const letterBySign: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Characters beside a common password that make it no better. */
const additionsMax = 3;
/** Repeating a unit of this length makes no password, however often. */
const unitLengthMax = 5;
const commonLengthMin = 4;

/** `known`: the user's e-mail address and name. */
export function isWeakPassword(password: string, known: readonly string[]): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < 4) return true;
  if (runs.some((run) => run.includes(text))) return true;
  // Digits and signs around a word add little.
  const core = text.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '');
  const plain = core.replace(/[013457@$!]/g, (sign) => letterBySign[sign] ?? sign);
  return (
    [text, core, plain].some((form) => isRepeated(form) || isCommon(form)) ||
    known.some((fact) => isMostly(text, fact.normalize('NFKC').toLowerCase()))
  );
}

/** One of the list with up to `additionsMax` characters around it. */
function isCommon(text: string): boolean {
  for (let cut = 0; cut <= additionsMax; cut += 1) {
    const length = text.length - cut;
    if (length < commonLengthMin) return false;
    for (let start = 0; start <= cut; start += 1) {
      if (commonPasswords().has(text.slice(start, start + length))) return true;
    }
  }
  return false;
}

/** `passwordpassword`, `12341234`. */
function isRepeated(text: string): boolean {
  const period = (text + text).indexOf(text, 1);
  if (period === text.length) return false;
  return period <= unitLengthMax || isCommon(text.slice(0, period));
}

/** Little more than the address, its local part, or the name. */
function isMostly(text: string, fact: string): boolean {
  return [fact, fact.split('@')[0] ?? '', fact.replaceAll(/\s+/g, '')].some(
    (part) => part.length >= 4 && text.includes(part) && text.length - part.length < 5,
  );
}
