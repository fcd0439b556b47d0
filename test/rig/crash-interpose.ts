/** Stands in front of an object: some of its methods are replaced, all others go straight through. */
export function interpose<T extends object>(target: T, instead: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      if (key in instead) return instead[key as keyof T];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
