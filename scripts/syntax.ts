/** Syntax trees for the checks. The parser is Oxc, which Vite brings for every platform. */
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';
import type { SourceFile } from './source-files.ts';

export interface ImportUse {
  readonly target: string;
  /** Erased at run time. */
  readonly isType: boolean;
  /** What it takes from there by name. */
  readonly names: readonly string[];
  readonly line: number;
}

export function parseFile({ path, text }: SourceFile): ESTree.Program {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return program;
}

export function visit(file: SourceFile, visitor: VisitorObject): void {
  new Visitor(visitor).visit(parseFile(file));
}

export function lineOf({ text }: SourceFile, { start }: { readonly start: number }): number {
  return text.slice(0, start).split('\n').length;
}

/** `Date.now` for a name with what it is a part of; empty for other expressions. */
export function dottedName(node: ESTree.Node): string {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return '';
  const owner = dottedName(node.object);
  return owner === 'globalThis'
    ? dottedName(node.property)
    : `${owner}.${dottedName(node.property)}`;
}

/** Every way in which a file names another module: import, export from, import() and types of import(). */
export function importsOf(file: SourceFile): readonly ImportUse[] {
  const uses: ImportUse[] = [];
  const add = (
    node: ESTree.Node,
    source: ESTree.Node | null,
    rest: { readonly isType: boolean; readonly names?: readonly string[] },
  ) => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
    uses.push({ names: [], ...rest, target: source.value, line: lineOf(file, node) });
  };
  visit(file, {
    ImportDeclaration(node) {
      const { specifiers } = node;
      const named = specifiers.filter((each) => each.type === 'ImportSpecifier');
      const areTypes =
        specifiers.length > 0 &&
        named.length === specifiers.length &&
        named.every(({ importKind }) => importKind === 'type');
      add(node, node.source, {
        isType: node.importKind === 'type' || areTypes,
        names: named.map(({ imported }) => nameOf(imported)),
      });
    },
    ExportNamedDeclaration(node) {
      add(node, node.source, {
        isType: node.exportKind === 'type',
        names: node.specifiers.map(({ local }) => nameOf(local)),
      });
    },
    ExportAllDeclaration(node) {
      add(node, node.source, { isType: node.exportKind === 'type' });
    },
    ImportExpression(node) {
      add(node, node.source, { isType: false });
    },
    TSImportType(node) {
      add(node, node.source, { isType: true });
    },
  });
  return uses;
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}
