/** The templates of the operator: a folder with a JSON file for each. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '@hostmaster/contract';
import { ConfigError, path } from '../base/setting-values.ts';
import { readTemplate } from '../templates/read-template.ts';

/** With our own they are one page. */
const filesMax = 200;
/** A template of 50 records of the usual length has a tenth of it. */
const fileBytesMax = 64 * 1024;

export function templateFolder(text: string, name: string): readonly Template[] {
  const folder = path(text);
  const files = namesIn(folder, name).filter((file) => file.endsWith('.json'));
  if (files.length > filesMax) {
    throw new ConfigError(`${name}: ${folder} has more than ${filesMax} templates.`);
  }
  const templates = files.toSorted().map((file) => {
    const template = readFile(join(folder, file));
    if (typeof template !== 'string') return template;
    throw new ConfigError(`${name}: ${join(folder, file)} is no template: ${template}.`);
  });
  const ids = templates.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return templates;
  throw new ConfigError(`${name}: two files of ${folder} have the id ${twice}.`);
}

function namesIn(folder: string, name: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new ConfigError(`${name} must be a folder that can be read, not "${folder}".`);
  }
}

/** The template, or what is wrong with it. */
function readFile(file: string): Template | string {
  try {
    if (statSync(file).size > fileBytesMax) return `it has more than ${fileBytesMax} bytes`;
    return readTemplate(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return error instanceof SyntaxError ? 'it is no JSON' : 'it cannot be read';
  }
}
