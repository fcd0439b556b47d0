/** What all workers of a run share; global-setup.ts makes each when it is first asked for. */
import { inject } from 'vitest';
import type { SharedName } from './global-setup.ts';

export async function shared(name: SharedName): Promise<string> {
  const response = await fetch(`${inject('sharedUrl')}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
