/** Evaluates JSONPath as far as redactions use it: members, indexes and filters by equality. */

const step = /^(?:\.(\w+)|\[(\d+)\]|\[\?\(@((?:\.\w+|\[\d+\])+)=='([^']*)'\)\])/;

export function evaluate(path: string, root: unknown): readonly unknown[] {
  if (!path.startsWith('$')) throw new Error(`${path} does not begin at the root.`);
  let rest = path.slice(1);
  let values: readonly unknown[] = [root];
  while (rest !== '') {
    const [whole, member, index, filtered, wanted] = step.exec(rest) ?? [];
    if (whole === undefined) throw new Error(`${rest} of ${path} cannot be read.`);
    rest = rest.slice(whole.length);
    if (filtered !== undefined) {
      values = values
        .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
        .filter((value) => evaluate(`$${filtered}`, value)[0] === wanted);
    } else {
      const key = member ?? index ?? '';
      values = values.flatMap((value) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? [(value as Record<string, unknown>)[key]]
          : [],
      );
    }
  }
  return values;
}
