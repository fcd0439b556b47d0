import { describe, expect, it } from 'vitest';
import { importProblems } from './check-imports.ts';
import { layers } from './layers.ts';

const server = 'packages/server/src/';

/** The problems of files by their path and text. */
function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return importProblems(Object.entries(files).map(([path, text]) => ({ path, text })));
}

describe('an import that points up', () => {
  it.each([
    ['a value', "import { serve } from '../http/app.ts';"],
    ['several lines', "import {\n  serve,\n} from '../http/app.ts';"],
    ['double quotes', 'import { serve } from "../http/app.ts"'],
    ['a type', "import type { App } from '../http/app.ts';"],
    ['an effect', "import '../http/app.ts';"],
    ['an export', "export * from '../http/app.ts';"],
    ['a later import', "const app = () => import('../http/app.ts');"],
    ['the type of a module', "type App = typeof import('../http/app.ts');"],
  ])('is refused: %s', (_, text) => {
    const [problem, ...others] = problemsOf({ [`${server}operations/x.ts`]: text });
    expect(problem).toMatch(/^packages\/server\/src\/operations\/x\.ts:1: operations must not/);
    expect(others).toEqual([]);
  });

  it('is no problem in a comment or a text', () => {
    const text = "// import '../http/app.ts';\nconst text = `import '../http/app.ts';`;";
    expect(problemsOf({ [`${server}operations/x.ts`]: text })).toEqual([]);
  });
});

describe('folders of the server', () => {
  it.each([
    ['http', 'dns-update'],
    ['dns-update', 'nameserver'],
    ['nameserver', 'http'],
    ['fulfilment', 'lifecycle'],
    ['lifecycle', 'http'],
    ['powerdns-api', 'dashboard-api'],
    ['dashboard-api', 'powerdns-api'],
    ['payments', 'http'],
    ['webhooks', 'http'],
    ['mail', 'dashboard-api'],
    ['jobs', 'fulfilment'],
    ['jobs', 'workspaces'],
    ['changes', 'jobs'],
    ['registrars', 'domains'],
    ['http', 'commands'],
  ])('%s never imports %s', (from, to) => {
    const text = `import { a } from '../${to}/a.ts';`;
    expect(problemsOf({ [`${server}${from}/x.ts`]: text })).toEqual([
      `${server}${from}/x.ts:1: ${from} must not import ${to} (${server}${to}/a.ts)`,
    ]);
  });

  it('import operations and what is below them', () => {
    const text = "import { a } from '../operations/a.ts';\nimport { b } from '../base/b.ts';";
    expect(problemsOf({ [`${server}http/x.ts`]: text })).toEqual([]);
  });
});

it('a folder is on one layer: no entry of the table is inside another', () => {
  const places = layers.flat();
  for (const place of places) {
    expect(places.filter((each) => each === place || each.startsWith(`${place}/`))).toEqual([
      place,
    ]);
  }
});

it('a folder without a layer is named', () => {
  const text = "import { a } from '../base/a.ts';";
  expect(problemsOf({ [`${server}elsewhere/x.ts`]: text })).toEqual([
    expect.stringContaining('is on no layer'),
  ]);
});

it('domains and zones take types of storage only', () => {
  const problems = (text: string) => problemsOf({ [`${server}zones/x.ts`]: text });
  expect(problems("import { type Row } from '../storage/a.ts';")).toEqual([]);
  expect(problems("import type { Row } from '../storage/a.ts';")).toEqual([]);
  expect(problems("import { read, type Row } from '../storage/a.ts';")).toHaveLength(1);
});

it('packages are imported by name, and only those of the table', () => {
  expect(problemsOf({ 'packages/dns/src/x.ts': "import { a } from '@hostmaster/epp';" })).toEqual([
    'packages/dns/src/x.ts:1: packages/dns must not import @hostmaster/epp',
  ]);
  expect(problemsOf({ 'packages/sdk/src/x.ts': "import '../../contract/src/a.ts';" })).toEqual([
    expect.stringContaining('another package is imported by its name'),
  ]);
});

it('pages of the dashboard never import each other', () => {
  const text = "const Tab = lazy(() => import('../dns/dns-tab.tsx'));";
  expect(problemsOf({ 'packages/dashboard/src/pages/domain/x.tsx': text })).toEqual([
    expect.stringContaining('pages/domain must not import pages/dns'),
  ]);
});

it('a cycle is found through types and later imports', () => {
  expect(
    problemsOf({
      'packages/epp/src/a.ts': "export const b = () => import('./b.ts');",
      'packages/epp/src/b.ts': "import type { C } from './c.ts';",
      'packages/epp/src/c.ts': "export { b } from './a.ts';",
    }),
  ).toEqual([
    'an import cycle: packages/epp/src/a.ts → packages/epp/src/b.ts → packages/epp/src/c.ts → packages/epp/src/a.ts',
  ]);
});
