/** Compares the tables of the documents with the code they describe. */
import { globSync } from 'node:fs';
import {
  limits as apiLimits,
  endpoints,
  errors,
  eventTypes,
  recordProblemCodes,
} from '@hostmaster/contract';
import { dashboardLimits } from '@hostmaster/contract/dashboard';
import { recordGrammars, specifiedTypes } from '@hostmaster/dns/records';
import { sandboxBehaviours, takenNames } from '@hostmaster/registry';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { fixedLimits } from '../../packages/server/src/base/limits.ts';
import { listSettings } from '../../packages/server/src/base/setting.ts';
import { settings } from '../../packages/server/src/config/settings.ts';
import { createEppMetrics } from '../../packages/server/src/metrics/epp-metrics.ts';
import { createLifecycleMetrics } from '../../packages/server/src/metrics/lifecycle-metrics.ts';
import { createMetrics } from '../../packages/server/src/metrics/metrics.ts';
import { exitCodes } from '../../packages/server/src/user-commands/user-error.ts';
import { linkLifeMs } from '../../packages/server/src/users/link-tokens.ts';
import { layers } from '../../scripts/layers.ts';
import {
  code,
  codeBlocks,
  documents,
  read,
  relativeLinks,
  root,
  section,
  table,
} from './documents.ts';

describe('docs/threat-model.md', () => {
  it('lists every kind of link', () => {
    const rows = table('docs/threat-model.md', [
      'Token',
      'Object',
      'Good while',
      'Life',
      'Single use',
    ]);
    const listed = rows.flatMap(([token = '']) => /^`([a-z_]+)`/.exec(token)?.[1] ?? []);
    expect(new Set(listed)).toEqual(new Set(Object.keys(linkLifeMs)));
  });
});

describe('README.md', () => {
  it('links to every document', () => {
    const links = relativeLinks('README.md').map((link) => link.split('#')[0]);
    const expected = documents().filter((path) => /^(?:docs\/[^/]+|[A-Z]+)\.md$/.test(path));
    expect(expected.length).toBeGreaterThan(15);
    for (const path of expected) if (path !== 'README.md') expect(links).toContain(path);
  });

  it('counts endpoints and record types, and dates the last release', () => {
    expect(read('README.md')).toContain('seventy-six HTTP endpoints');
    expect(Object.keys(endpoints)).toHaveLength(76);
    expect(read('README.md')).toContain(`${Object.keys(recordGrammars).length} record types`);
    const [, version, date] = /^## (\d+\.\d+\.\d+) \((.+)\)$/m.exec(read('CHANGELOG.md')) ?? [];
    expect(read('README.md')).toContain(`${version} was released on ${date}`);
  });

  it('names the two commands of package.json', () => {
    const blocks = codeBlocks(section('README.md', 'Two commands')).map(({ text }) => text.trim());
    expect(blocks).toEqual(['npm ci && npm start', 'npm ci && npm test']);
    const [command] = read('.ci/run').trim().split('\n').at(-1)?.split(' || ') ?? [];
    expect(command).toBe(blocks[1]);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const path of ['README.md', 'CONTRIBUTING.md', 'docs/benchmarks.md']) {
      for (const match of read(path).matchAll(/npm run ([\w:]+)/g)) {
        expect(Object.keys(scripts), path).toContain(match[1]);
      }
    }
  });
});

describe('docs', () => {
  it('settings.md lists every setting with its default and meaning', () => {
    expect(table('docs/settings.md', ['Setting', 'Default', 'Meaning'])).toEqual(
      listSettings(settings).map((row) => [code(row.name), code(row.default), row.meaning]),
    );
  });

  it('commands.md lists every command and no other', async () => {
    const users = table('docs/commands.md', ['User command', 'What it does']);
    const operators = table('docs/commands.md', ['Command', 'What it does']);
    const listed = async (rows: readonly string[][], folder: CommandFolder) =>
      expect(rows.map(([command]) => command).sort()).toEqual(
        (await commandLines([folder])).map((line) => code(`hostmaster ${line}`)).sort(),
      );
    await listed(users, 'user-commands');
    await listed(operators, 'commands');
    const documented = [...users, ...operators];
    for (const [command, meaning] of documented) expect(meaning, command).toMatch(/^[A-Z].*\.$/);
  });

  it('commands.md lists every exit code of user commands', () => {
    const rows = table('docs/commands.md', ['Exit code', 'Meaning']);
    const codes = [0, ...Object.values(exitCodes)].map(String);
    expect(rows.map(([each]) => each)).toEqual(codes);
  });

  it('show only command lines that the program accepts', async () => {
    const shown = documents().flatMap((path) =>
      [...read(path).matchAll(/npx hostmaster ([a-z]+(?: [a-z-]+)?)/g)].map(
        (match) => match[1] ?? '',
      ),
    );
    const known = await commandLines();
    expect(shown.length).toBeGreaterThan(5);
    for (const line of shown) {
      expect(
        known.some((command) => line === command || line.startsWith(`${command} `)),
        line,
      ).toBe(true);
    }
  });

  it('sandbox.md lists every behaviour of the sandbox registry', () => {
    expect(table('docs/sandbox.md', ['A name that starts with', 'The registry'])).toEqual(
      sandboxBehaviours.map(({ prefix, summary }) => [code(prefix), summary]),
    );
    for (const name of takenNames) expect(read('docs/sandbox.md')).toContain(code(name));
  });

  it('errors.md lists every code with status, meaning and advice', () => {
    const rows = table('docs/errors.md', ['Code', 'Status', 'Meaning', 'What to do']);
    expect(rows).toEqual(
      Object.entries(errors).map(([name, { status, meaning, remedy }]) => [
        code(name),
        String(status),
        meaning,
        remedy,
      ]),
    );
    for (const [name, , , advice] of rows) expect(advice, name).toMatch(/^[A-Z].+\.$/);
  });

  it('limits.md has a row for each limit, with its setting and its answer', () => {
    const rows = table('docs/limits.md', ['Limit', 'Default', 'Setting', 'Answer']);
    const limits = listSettings(settings)
      .filter(({ kind }) => kind === 'limit')
      .map((limit) => [code(limit.name), code(limit.default)]);
    expect(rows.map(([, value, name]) => [name, value])).toEqual(limits);
    expectKnownAnswers(rows.map((row) => row[3] ?? ''));
  });

  it('changes.md lists the problems of records', () => {
    const rows = table('docs/changes.md', ['Code', 'What is the matter']);
    expect(rows.map(([name]) => name)).toEqual(recordProblemCodes.map(code));
  });

  it('limits.md lists the fixed limits', () => {
    const rows = table('docs/limits.md', ['Fixed limit', 'Value', 'Answer']);
    expect(rows.map(([, value]) => Number(value))).toEqual([
      apiLimits.checkedDomainsMax,
      apiLimits.yearsMax,
      apiLimits.nameserversMax,
      apiLimits.bodyBytesMax,
      apiLimits.bulkDomainsMax,
      apiLimits.bulkBytesMax,
      dashboardLimits.zoneFileBytesMax,
      dashboardLimits.planItemsMax,
      apiLimits.eventsPageMax,
      apiLimits.waitMsMax / 1_000,
      ...Object.values(fixedLimits),
    ]);
    expectKnownAnswers(rows.map((row) => row[2] ?? ''));
  });

  it('fairness.md names answers of the contract', () => {
    const rows = table('docs/fairness.md', [
      'Resource',
      'Device',
      'By',
      'Bound',
      'Who waits',
      'Above it',
    ]);
    expect(rows.length).toBeGreaterThan(15);
    expectKnownAnswers(rows.map((row) => row[5] ?? ''));
  });

  it('events.md lists every type with its data', () => {
    expect(table('docs/events.md', ['Type', 'When', 'Data'])).toEqual(
      Object.entries<{ meaning: string; data: DataSchema }>(eventTypes).map(
        ([type, { meaning, data }]) => [code(type), meaning, fieldsOf(data)],
      ),
    );
  });

  it('architecture.md shows the layers that imports are checked by, in their order', () => {
    const rows = table('docs/architecture.md', ['layer, from the top', 'what it does']);
    const shown = rows.map(([places]) =>
      [...(places ?? '').matchAll(/`([^`]+?)\/?`/g)].map((match) => match[1] ?? ''),
    );
    expect(shown.length).toBeGreaterThan(5);
    expect(shown).toEqual(layers);
  });

  it('record-types.md lists every type as its grammar has it', () => {
    expect(table('docs/record-types.md', ['Type', 'Origin', 'Value', 'Examples', 'Note'])).toEqual(
      Object.values(recordGrammars).map((grammar) => [
        code(grammar.type),
        specifiedTypes.some((type) => type === grammar.type) ? 'specification' : 'addition',
        code(grammar.format),
        grammar.examples.map(code).join('<br>'),
        `${grammar.description} (${grammar.reference})`,
      ]),
    );
  });

  it('operations.md lists every metric of our own with its labels', async () => {
    const rows = table('docs/operations.md', ['Metric', 'Labels', 'What it says']);
    const files = globSync('packages/server/src/metrics/*.ts', { cwd: root });
    const source = files.map((file) => read(file)).join('');
    const declared = [...source.matchAll(/name: '(hostmaster_\w+)'/g)].map((match) => match[1]);
    expect(rows.map(([name]) => name).sort()).toEqual(
      declared.map((name) => code(name ?? '')).sort(),
    );
    const metrics = createMetrics();
    createLifecycleMetrics(metrics.registry);
    createEppMetrics(metrics.registry);
    for (const metric of await metrics.registry.getMetricsAsJSON()) {
      if (!metric.name.startsWith('hostmaster_')) continue;
      expect(rows.map(([name]) => name)).toContain(code(metric.name));
    }
    const labels = new Map(
      [
        ...source.matchAll(
          /name: '(hostmaster_\w+)',\s+help: [^\n]+\n(?:\s+labelNames: \[(.*)\])?/g,
        ),
      ].map((match) => [code(match[1] ?? ''), (match[2] ?? '').replaceAll("'", '`')] as const),
    );
    for (const [name, documented] of rows) expect(documented, name).toBe(labels.get(name ?? ''));
  });
});

/** Statuses and codes, as in "409 `quota_exceeded`", are those of the contract. */
function expectKnownAnswers(answers: readonly string[]): void {
  for (const answer of answers) {
    expect(answer).not.toBe('');
    for (const [, status, name] of answer.matchAll(/(\d{3}) `(\w+)`/g)) {
      expect(errors).toHaveProperty([name ?? '', 'status'], Number(status));
    }
  }
}

interface DataSchema {
  readonly properties: Readonly<Record<string, { readonly type?: string }>>;
  readonly required?: readonly string[];
}

/** As `years`: integer, `autoRenew`?: boolean; the actor is the same everywhere. */
function fieldsOf({ properties, required }: DataSchema): string {
  const fields = Object.entries<{ readonly type?: string }>(properties)
    .filter(([name]) => name !== 'actor')
    .map(
      ([name, { type }]) => `${code(name)}${required?.includes(name) === true ? '' : '?'}: ${type}`,
    );
  return fields.join(', ') || '–';
}

/** As `key create`: every command that does something, from the files that register them. */
const commandFolders = ['commands', 'user-commands'] as const;
type CommandFolder = (typeof commandFolders)[number];

async function commandLines(folders: readonly CommandFolder[] = commandFolders): Promise<string[]> {
  const program = new Command('hostmaster');
  const files = folders.flatMap((folder) =>
    globSync(`packages/server/src/${folder}/**/!(*.test).ts`, { cwd: root }),
  );
  for (const file of files) {
    const exported = (await import(/* @vite-ignore */ `../../${file}`)) as Record<string, unknown>;
    for (const [name, register] of Object.entries(exported)) {
      if (/^register[A-Z]/.test(name)) (register as (program: Command) => void)(program);
    }
  }
  return program.commands.flatMap((command) => {
    const inner = command.commands.map((each) => `${command.name()} ${each.name()}`);
    // One that only has others below it has no flags.
    const isOwn = inner.length === 0 || command.options.length > 0;
    return isOwn ? [command.name(), ...inner] : inner;
  });
}
