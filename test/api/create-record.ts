/** Creates a record that a test begins with. */
import type { Input, Output } from '@hostmaster/contract';
import type { ApiClient } from '@hostmaster/test-rig/api-client';

export async function createRecord(
  client: ApiClient,
  domain: string,
  record: Omit<Input<'createRecord'>, 'domain'>,
): Promise<Output<'createRecord'>['record']> {
  return (await client.call('createRecord', { domain, ...record })).record;
}
