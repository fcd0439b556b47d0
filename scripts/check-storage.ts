/**
 * Rows stay in storage: the service's SQL is written in `storage/`, and the SQL of the sandbox
 * registry, which has its own database, in `registrars/sandbox/storage/`. No other file of the
 * server names a column of the database or parses JSON that a column could hold. Edges pass their
 * transaction on to operations and run no statement in it.
 */
import type { ESTree } from 'vite';
import { registryTables } from '../packages/server/src/registrars/sandbox/storage/tables/index.ts';
import { tables } from '../packages/server/src/storage/tables/index.ts';
import { readSourceFiles, report, type SourceFile } from './source-files.ts';
import { importsOf, lineOf, visit } from './syntax.ts';

const server = 'packages/server/src/';
const owners = ['storage/', 'registrars/sandbox/storage/'];

/**
 * Edges translate; rules about what is written belong to operations. Each with the number of statements
 * that are left in it, which never rises; lower it when they become fewer.
 */
export const edges: Readonly<Record<string, number>> = {
  'commands/': 0,
  'dashboard-api/': 0,
  'dashboard-page/': 0,
  'dns-update/': 4,
  'flattening/refresh/': 7,
  // The handlers of jobs.
  'fulfilment/': 88,
  'http/': 0,
  'lifecycle/': 28,
  'mail/': 8,
  'nameserver/': 13,
  'payments/': 13,
  'powerdns-api/': 1,
  'reconciliation/': 4,
  'webhooks/': 13,
};

/** Files that parse JSON from other sources, with the source. */
const jsonSources: Readonly<Record<string, string>> = {
  'base/readable-log.ts': 'log lines',
  'commands/input.ts': 'files of the operator',
  'commands/sandbox-epp.ts': 'credentials and fault rules',
  'http/json-body.ts': 'request bodies',
  'main.ts': 'package.json',
  'payments/stripe/stripe-checkout.ts': 'answers of the payment provider',
  'payments/stripe/stripe-webhook.ts': 'events of the payment provider',
  'registrars/epp/read-epp-config.ts': 'the EPP configuration',
};

const columns = new Set(
  [...Object.values(tables), ...Object.values(registryTables)]
    .flatMap((table) => Object.keys(table.columns))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .filter((column) => column.includes('_')),
);

if (import.meta.main) report(storageProblems(readSourceFiles(server), edges));

export function storageProblems(
  files: readonly SourceFile[],
  statementsLeft: Readonly<Record<string, number>>,
): readonly string[] {
  const outside = files.filter(
    ({ path }) => !owners.some((owner) => path.startsWith(`${server}${owner}`)),
  );
  const problems = outside.flatMap((file) => [...importProblems(file), ...nameProblems(file)]);
  for (const [edge, most] of Object.entries(statementsLeft)) {
    const found = outside
      .filter(({ path }) => path.startsWith(`${server}${edge}`))
      .flatMap(statementsIn);
    if (found.length <= most) continue;
    problems.push(
      `${edge} runs ${found.length} statements in transactions, and ${most} are left: an edge passes its transaction to an operation and runs no statement in it`,
      ...found.map((place) => `    ${place}`),
    );
  }
  return problems;
}

function importProblems(file: SourceFile): readonly string[] {
  return importsOf(file).flatMap(({ target, names, line }) => {
    if (target === 'kysely') return [`${file.path}:${line}: SQL is written in storage/`];
    const definesQueries = /storage\/schema\.ts$/.test(target) && names.includes('query');
    return definesQueries ? [`${file.path}:${line}: queries are defined in storage/`] : [];
  });
}

/** Texts may spell a column: the actions of the activity do. */
function nameProblems(file: SourceFile): readonly string[] {
  const problems: string[] = [];
  const path = file.path.slice(server.length);
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

/** Calls on a transaction: what is called `tx`, typed as one, or handed in by `transaction()`. */
function statementsIn(file: SourceFile): readonly string[] {
  const transactions = new Set(['tx']);
  const calls: { readonly name: string; readonly line: number }[] = [];
  visit(file, {
    Identifier(node) {
      const type = node.typeAnnotation?.typeAnnotation;
      if (type?.type === 'TSTypeReference' && /Tx$/.test(nameOf(type.typeName))) {
        transactions.add(node.name);
      }
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression') return;
      if (nameOf(callee.property) === 'transaction') {
        for (const given of node.arguments) transactions.add(firstParameterOf(given));
      }
      const { object } = callee;
      const owner = object.type === 'MemberExpression' ? object.property : object;
      calls.push({ name: nameOf(owner), line: lineOf(file, node) });
    },
  });
  transactions.delete('');
  return calls
    .filter(({ name }) => transactions.has(name))
    .map(({ line }) => `${file.path}:${line}`);
}

function firstParameterOf(node: ESTree.Node): string {
  const isFunction = node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
  const [first] = isFunction ? node.params : [];
  return first === undefined ? '' : nameOf(first);
}

function nameOf(node: ESTree.Node): string {
  return node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? node.name : '';
}
