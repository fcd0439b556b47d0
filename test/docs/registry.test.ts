/** Compares the tables of the registry's README with the code they describe. */
import { faultKinds } from '@hostmaster/epp';
import { sandboxBehaviours, takenNames } from '@hostmaster/registry';
import { registryTables } from '@hostmaster/registry/storage';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addEppTo } from '../../packages/server/src/commands/registry/sandbox-epp.ts';
import { code, section, table } from './documents.ts';

const readme = 'packages/registry/README.md';

it('lists every behaviour', () => {
  expect(table(readme, ['A name that starts with', 'The registry'])).toEqual(
    sandboxBehaviours.map(({ prefix, summary }) => [code(prefix), summary]),
  );
  for (const name of takenNames) expect(section(readme, 'Names')).toContain(code(name));
});

it('lists every fault', () => {
  const listed = table(readme, ['Fault', 'What happens']).map(([kind]) => kind);
  expect(listed).toEqual(faultKinds.map(code));
});

it('lists only options that exist', () => {
  const program = new Command();
  addEppTo(program);
  const known = program.commands[0]?.options.map(({ long }) => long) ?? [];
  const listed = table(readme, ['Option of `sandbox epp`', 'The registry']).flatMap(
    ([options = '']) => [...options.matchAll(/--[a-z-]+/g)].map(([option]) => option),
  );
  expect(listed.length).toBeGreaterThan(10);
  expect(known).toEqual(expect.arrayContaining(listed));
});

it('lists every table', () => {
  const listed = table(readme, ['Table', 'Rows']).map(([name]) => name);
  expect(listed.sort()).toEqual(Object.keys(registryTables).map(code).sort());
});
