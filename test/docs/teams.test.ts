import { readFileSync } from 'node:fs';
import { actTitles } from '@hostmaster/contract/act-titles';
import { type Act, acts, type Role, roles, roleTitles } from '@hostmaster/contract/roles';
import { expect, it } from 'vitest';

it('docs/teams.md shows the table that is enforced', () => {
  const rows = Object.entries(acts).map(([act, { roles: allowed }]) => {
    const may: readonly Role[] = allowed;
    return [actTitles[act as Act], ...roles.map((role) => (may.includes(role) ? 'yes' : '–'))];
  });
  const table = [['What', ...roles.map((role) => roleTitles[role])], ...rows];
  const page = readFileSync(new URL('../../docs/teams.md', import.meta.url), 'utf8');
  const shown = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
  expect(shown).toEqual(table);
});
