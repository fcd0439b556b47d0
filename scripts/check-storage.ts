/**
 * Rows stay in storage: the service's SQL is written in its `storage/`, and the SQL of the sandbox
 * registry, which has its own database, in that of packages/registry. No other file of the two
 * names a column of the database or parses JSON that a column could hold. Only `storage/` and the
 * sandbox registry know transactions: everything else loads, decides and persists (docs/adr/0019).
 * Rows are read by named queries alone, whose definitions say how many they return (docs/adr/0022).
 */

import { registryTables } from '@hostmaster/registry/storage';
import type { ESTree } from 'vite';
import { tables } from '../packages/server/src/storage/tables/index.ts';
import { readSourceFiles, report, type SourceFile } from './source-files.ts';
import { importsOf, lineOf, visit } from './syntax.ts';

const server = 'packages/server/src/';
const registry = 'packages/registry/src/';
const owners = [`${server}storage/`, `${registry}storage/`];

/** They run transactions. */
const transacting = [`${server}storage/`, registry];

/** Files that parse JSON from other sources, with the source. */
const jsonSources: Readonly<Record<string, string>> = {
  'base/program-files.ts': 'package.json',
  'base/readable-log.ts': 'log lines',
  'commands/input.ts': 'files of the operator',
  'config/templates.ts': 'templates of the operator',
  'commands/registry/sandbox-epp.ts': 'credentials and fault rules',
  'http/json-body.ts': 'request bodies',
  'mcp/tools.ts': 'schemas of the contract',
  'user-commands/credentials.ts': 'what login stored',
  'user-commands/read-input.ts': 'files of the user',
  'operations/bulk/auth-codes.ts': 'auth codes after decryption',
  'operations/execute-change.ts': 'stored answers after decryption',
  'users/verify-passkey.ts': 'answers of authenticators',
  'adapters/stripe/stripe-checkout.ts': 'answers of the payment provider',
  'adapters/stripe/stripe-webhook.ts': 'events of the payment provider',
  'base/json-fields.ts': 'files of the configuration',
  'operations/people/providers/provider-attempt.ts': 'the cookie of a sign-in at a provider',
  'adapters/rdap/rdap-look-ups.ts': 'the answer of an RDAP server',
  'rdap/bootstrap.ts': 'the list of RDAP servers',
};

/** Files that open a database by themselves, with the reason. */
const openers: Readonly<Record<string, string>> = {
  'commands/backup/backup.ts': 'copies the files of SQLite, whatever they hold',
  'commands/backup/chain.ts': 'checks a copied file of SQLite',
  'commands/backup/database-follower.ts': 'copies the files of SQLite, whatever they hold',
};

/** Files whose queries gather many rows in one, with what bounds them. */
const gatherers: Readonly<Record<string, string>> = {
  'storage/queries/records/records.ts': 'the values of one owner name and type: 65,536 characters',
  'storage/queries/zones/zones.ts': 'a limit inside',
};

const columns = new Set(
  [...Object.values(tables), ...Object.values(registryTables)]
    .flatMap((table) => Object.keys(table.columns))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .filter((column) => column.includes('_')),
);

if (import.meta.main) {
  report(storageProblems([...readSourceFiles(server), ...readSourceFiles(registry)]));
}

export function storageProblems(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => [
    ...(isIn(file, owners) ? [] : [...importProblems(file), ...nameProblems(file)]),
    ...(isIn(file, transacting) ? [] : transactionProblems(file)),
    ...boundProblems(file),
  ]);
}

function isIn({ path }: SourceFile, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(folder));
}

function importProblems(file: SourceFile): readonly string[] {
  return importsOf(file).flatMap(({ target, names, line }) => {
    if (['pg', 'node:sqlite'].includes(target) && !(file.path.replace(server, '') in openers)) {
      return [`${file.path}:${line}: databases are opened in storage/`];
    }
    if (target === 'kysely') return [`${file.path}:${line}: SQL is written in storage/`];
    const definesQueries =
      (/storage\/schema\.ts$/.test(target) && names.includes('query')) ||
      (target === '@hostmaster/storage' && names.includes('queriesFor'));
    return definesQueries ? [`${file.path}:${line}: queries are defined in storage/`] : [];
  });
}

/** Texts may spell a column: the actions of the activity do. */
function nameProblems(file: SourceFile): readonly string[] {
  const problems: string[] = [];
  const path = file.path.replace(server, '');
  visit(file, {
    Identifier(node) {
      if (!columns.has(node.name)) return;
      problems.push(
        `${file.path}:${lineOf(file, node)}: ${node.name} is a column; storage/ hands out its value`,
      );
    },
    MemberExpression(node) {
      if (nameOf(node.object) !== 'JSON' || nameOf(node.property) !== 'parse') return;
      if (path in jsonSources) return;
      problems.push(
        `${file.path}:${lineOf(file, node)}: storage/ hands out parsed values; other JSON is named in scripts/check-storage.ts`,
      );
    },
  });
  return problems;
}

/** Ways around the bound of a query: one made by hand, and rows that are gathered in one. */
function boundProblems(file: SourceFile): readonly string[] {
  const problems: string[] = [];
  const add = (node: ESTree.Node, problem: string) =>
    problems.push(`${file.path}:${lineOf(file, node)}: ${problem}`);
  visit(file, {
    ObjectExpression({ properties }) {
      for (const each of properties) {
        if (each.type !== 'Property' || nameOf(each.key) !== 'bound') continue;
        add(each, 'queries are made by query(), which takes their bound');
      }
    },
    MemberExpression(node) {
      if (nameOf(node.property) !== 'rowsAsJson') return;
      if (file.path.replace(server, '') in gatherers) return;
      add(node, 'many rows in one have no bound; name it in scripts/check-storage.ts');
    },
  });
  return problems;
}

/** Calls of `transaction()`, and what is typed as one or called `tx`. */
function transactionProblems(file: SourceFile): readonly string[] {
  const lines = new Set<number>();
  visit(file, {
    Identifier(node) {
      if (node.name === 'tx' || /Tx$/.test(node.name)) lines.add(lineOf(file, node));
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression') return;
      if (nameOf(callee.property) === 'transaction') lines.add(lineOf(file, callee));
    },
  });
  return [...lines].map(
    (line) => `${file.path}:${line}: only storage/ knows transactions; persist a change instead`,
  );
}

function nameOf(node: ESTree.Node): string {
  return node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? node.name : '';
}
