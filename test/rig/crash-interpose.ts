/** Wraps an object: some methods are replaced, all others are forwarded. */
export function interpose<T extends object>(target: T, instead: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      if (key in instead) return instead[key as keyof T];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
