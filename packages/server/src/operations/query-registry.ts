/** Limits the time of a query to the registry; a timeout is answered with 503. */
import { RegistryUnavailable } from '../registrars/registrar.ts';

export async function queryRegistry<T>(query: Promise<T>, limitMs: number): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RegistryUnavailable('no answer in time')), limitMs);
  try {
    return await Promise.race([query, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
