/**
 * Owner names that are looked for above others, relative to the zone. A name may have more than a hundred
 * above it: only those are compared whose length one of the set has.
 */
export class NameSet {
  readonly #names: ReadonlySet<string>;
  readonly #lengths: ReadonlySet<number>;

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
    this.#lengths = new Set([...this.#names].map(({ length }) => length));
  }

  values(): SetIterator<string> {
    return this.#names.values();
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The lowest of them above a name; the apex is above all others. */
  above(name: string): string | undefined {
    if (this.#names.size === 0 || name === '@') return undefined;
    const [lowest] = this.allAbove(name);
    return lowest;
  }

  /** All of them above a name, the lowest first. */
  *allAbove(name: string): Generator<string> {
    if (name === '@') return;
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      if (!this.#lengths.has(name.length - dot - 1)) continue;
      const above = name.slice(dot + 1);
      if (this.#names.has(above)) yield above;
    }
    if (this.#names.has('@')) yield '@';
  }
}

/** The names above one, the lowest first and the apex last. */
export function* namesAbove(name: string): Generator<string> {
  if (name === '@') return;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    yield name.slice(dot + 1);
  }
  yield '@';
}
