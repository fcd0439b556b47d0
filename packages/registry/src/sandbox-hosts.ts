/** Which nameservers always exist in the sandbox registry, and the domain above a host. */
import { behaviourOf } from './behaviours.ts';

/** Hosts below another registrar's domain belong to that registrar and always exist. */
export function isForeignHost(name: string): boolean {
  return parentNames(name).some((parent) => behaviourOf(parent).isTaken);
}

/** `ns1.a.example.com` → `a.example.com`, `example.com`. */
export function parentNames(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}
