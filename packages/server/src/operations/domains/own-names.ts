/** Domain names that a key or a member is limited to: those of the workspace, as far as the actor sees them. */
import { type FieldProblem, invalidRequest } from '../../base/errors.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type Actor, reaches } from '../../workspaces/actor.ts';
import { findOwnDomain } from '../loading.ts';

/** Without duplicates. */
export function parseNames(texts: readonly string[], path: string): string[] {
  const names = texts.map((text, index) => {
    const name = normaliseDomainName(text);
    if (name !== null) return name;
    throw invalidRequest({
      path: `${path}[${index}]`,
      message: 'must be a domain name such as example.com',
    });
  });
  return [...new Set(names)];
}

/** The fields of domains that the workspace neither has nor transfers in, or that the actor must not see. */
export async function findForeignNames(
  reader: HostmasterReader,
  actor: Actor,
  names: readonly string[],
): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [index, name] of names.entries()) {
    const key = { workspaceId: actor.workspaceId, name };
    const found = await findOwnDomain(reader, key);
    const message = `${name} is not a domain of this workspace, nor transferred to it`;
    if (found === undefined || !reaches(actor, name)) {
      problems.push({ path: `domainNames[${index}]`, message });
    }
  }
  return problems;
}

export function requireOwnNames(foreign: readonly FieldProblem[]): void {
  const [first, ...others] = foreign;
  if (first !== undefined) throw invalidRequest(first, ...others);
}
