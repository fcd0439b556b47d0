/** Limits the time of a query to the registry; a timeout is answered with 503. */
import { RegistryUnavailable } from '../registrars/registrar.ts';

export async function askRegistry<T>(question: Promise<T>, limitMs: number): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RegistryUnavailable('no answer in time')), limitMs);
  try {
    return await Promise.race([question, silence]);
  } finally {
    clearTimeout(timer);
  }
}
