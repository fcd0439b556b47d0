/**
 * The service keeps nothing at module level that changes, and takes time and randomness from
 * `composition/`: any number of services may run in one process, and tests choose both. Both
 * rules hold for the sandbox registry, the first for the contract, EPP and storage too.
 */
import type { ESTree } from 'vite';
import { readSourceFiles, report, type SourceFile } from './source-files.ts';
import { dottedName, lineOf, parseFile, visit } from './syntax.ts';

const server = 'packages/server/src/';
const registry = 'packages/registry/src/';
const libraries = ['packages/contract/src/', 'packages/epp/src/', 'packages/storage/src/'];

/** Where time and randomness come from; `except` are files or folders that may ask for them. */
const sources: readonly {
  readonly names: readonly string[];
  readonly except: readonly string[];
  readonly advice: string;
}[] = [
  {
    names: ['systemClock', 'systemRandom'],
    // A worker thread is composed in its own entry file, and a user command is no part of a service.
    except: [
      'base/clock.ts',
      'base/random.ts',
      'base/ids.ts',
      'composition/',
      'nameserver/udp-workers/udp-worker.ts',
      'user-commands/login.ts',
      'user-commands/mcp.ts',
      'user-commands/session.ts',
    ],
    advice: 'take the clock and the randomness that composition/ passes down',
  },
  {
    names: ['Date.now', 'new Date()', 'Date()'],
    except: ['base/clock.ts'],
    advice: 'use the clock that was passed in; measure elapsed time with performance.now()',
  },
  {
    names: ['Math.random', 'randomInt'],
    except: ['base/random.ts'],
    advice: 'use the RandomSource that was passed in',
  },
];

const stateAdvice =
  'keep state in an object that composition/ makes; a constant table has a Readonly type';

/** Objects that no method changes, or whose changes end with the module that makes them. */
const unchanging = new Set([
  'AtCommit',
  'BlockList',
  'Error',
  'Intl.DateTimeFormat',
  'Intl.NumberFormat',
  'LateSlot',
  'RegExp',
  'TextDecoder',
  'TextEncoder',
  'URL',
]);

/** Module-level state that no service can observe, by file and name, with the reason. */
const allowedState: Readonly<Record<string, string>> = {
  'packages/server/src/base/ids.ts random': 'the id sequence belongs to the process, see there',
  'packages/server/src/base/ids.ts randomPool': 'the id sequence belongs to the process, see there',
  'packages/server/src/base/ids.ts poolOffset': 'the id sequence belongs to the process, see there',
  'packages/server/src/base/ids.ts lastMs': 'the id sequence belongs to the process, see there',
  'packages/server/src/base/ids.ts timeText': 'the id sequence belongs to the process, see there',
  'packages/server/src/base/iso-time.ts startByDay': 'a memo of a pure function, bounded',
  'packages/server/src/zones/publish-owner.ts readings': 'a memo of a pure function, by record',
};

if (import.meta.main) {
  report(stateProblems([server, registry, ...libraries].flatMap(readSourceFiles), allowedState));
}

export function stateProblems(
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, string>>,
): readonly string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  for (const file of files) {
    for (const { node, name } of mutableState(file)) {
      const entry = `${file.path} ${name}`;
      if (entry in allowed) used.add(entry);
      else problems.push(`${file.path}:${lineOf(file, node)}: ${name}: ${stateAdvice}`);
    }
    if (file.path.startsWith(server) || file.path.startsWith(registry)) {
      problems.push(...sourceProblems(file));
    }
  }
  for (const entry of Object.keys(allowed)) {
    if (!used.has(entry))
      problems.push(`scripts/check-state.ts: nothing needs "${entry}" any more`);
  }
  return problems;
}

interface Found {
  readonly node: ESTree.Node;
  readonly name: string;
}

/** Variables of the module, and static fields of its classes, that can change. */
function mutableState(file: SourceFile): readonly Found[] {
  const found: Found[] = [];
  for (const statement of parseFile(file).body) {
    const declared = declarationIn(statement);
    if (declared?.type === 'VariableDeclaration' && !declared.declare) {
      for (const node of declared.declarations) {
        const { id, init } = node;
        const isTable = init === null || hasReadonlyType(file, id) || !isMutable(init);
        if (declared.kind === 'const' && isTable) continue;
        found.push({ node, name: dottedName(id) || textOf(file, id) });
      }
    }
    if (declared?.type === 'ClassDeclaration') {
      for (const member of declared.body.body) {
        if (member.type !== 'PropertyDefinition' || !member.static) continue;
        const name = `${declared.id?.name}.${textOf(file, member.key)}`;
        if (!member.readonly || (member.value !== null && isMutable(member.value))) {
          found.push({ node: member, name });
        }
      }
    }
  }
  return found;
}

function declarationIn(statement: ESTree.Node): ESTree.Node | null {
  if (statement.type === 'ExportNamedDeclaration') return statement.declaration;
  return statement;
}

/** A container that starts empty or that was made to be filled. Filled literals are tables. */
function isMutable(init: ESTree.Node): boolean {
  switch (init.type) {
    case 'NewExpression':
      return !unchanging.has(dottedName(init.callee));
    case 'CallExpression':
      return dottedName(init.callee).startsWith('Buffer.alloc');
    case 'ArrayExpression':
      return init.elements.length === 0;
    case 'ObjectExpression':
      return init.properties.length === 0;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return isMutable(init.expression);
    default:
      return false;
  }
}

function hasReadonlyType(file: SourceFile, target: ESTree.Node): boolean {
  const annotation = target.type === 'Identifier' ? target.typeAnnotation : null;
  return annotation != null && /^:\s*(?:Readonly|readonly)/.test(textOf(file, annotation));
}

function sourceProblems(file: SourceFile): readonly string[] {
  const problems: string[] = [];
  const path = file.path.replace(server, '');
  const look = (node: ESTree.Node, name: string) => {
    for (const { names, except, advice } of sources) {
      if (!names.includes(name) || except.some((place) => path.startsWith(place))) continue;
      problems.push(`${file.path}:${lineOf(file, node)}: ${name}: ${advice}`);
    }
  };
  visit(file, {
    Identifier: (node) => look(node, node.name),
    MemberExpression: (node) => look(node, dottedName(node)),
    NewExpression: (node) => {
      const isNow = dottedName(node.callee) === 'Date' && node.arguments.length === 0;
      if (isNow) look(node, 'new Date()');
    },
    CallExpression: (node) => {
      if (dottedName(node.callee) === 'Date') look(node, 'Date()');
    },
  });
  return problems;
}

function textOf({ text }: SourceFile, { start, end }: ESTree.Node): string {
  return text.slice(start, end);
}
