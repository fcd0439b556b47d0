/** Variables with our prefix that set nothing, such as mistyped ones. They stop nothing, and a start names them. */
import { listSettings } from '../base/setting.ts';
import type { Environment } from './config.ts';
import { formerSettings } from './former-settings.ts';
import { settings } from './settings.ts';

const prefix = 'HOSTMASTER_';
/** What user commands read (user-commands/session.ts). */
const userVariables: readonly string[] = ['HOSTMASTER_URL', 'HOSTMASTER_API_KEY'];

/** One line for each, with the setting whose name is most like it. */
export function unknownSettingWarnings(environment: Environment): readonly string[] {
  const known = listSettings(settings).map(({ name }) => name);
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix))
    .filter((name) => ![known, formerSettings, userVariables].flat().includes(name))
    .map((name) => `${name} is not a setting and has no effect. ${nearest(name, known)}`);
}

function nearest(name: string, known: readonly string[]): string {
  const ours = known.filter((each) => each.startsWith(prefix));
  const [best = ''] = ours.toSorted((a, b) => distance(name, a) - distance(name, b));
  return `The setting with the most similar name is ${best}.`;
}

/** The fewest insertions, deletions and replacements of a character between two names (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
