/** Which nameservers the sandbox registry takes for granted, and whose domain a host belongs to. */
import { behaviourOf } from './behaviours.ts';

/** Hosts below a name of another registrar are that registrar's: they exist, as in the world. */
export function isForeignHost(name: string): boolean {
  return parentNames(name).some((parent) => behaviourOf(parent).isTaken);
}

/** `ns1.a.example.com` → `a.example.com`, `example.com`. */
export function parentNames(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}
