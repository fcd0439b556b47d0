/** Bulk operations through the API: planned, and waited for. */
import type { Input, Output } from '@hostmaster/contract';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { until } from '@hostmaster/test-rig/service';

export type Bulk = Output<'getBulk'>['bulk'];

export interface BulkInput extends Omit<Input<'createBulk'>, 'domains'> {
  readonly domains?: readonly string[];
}

export function create(client: ApiClient, input: BulkInput): Promise<Output<'createBulk'>> {
  return client.call('createBulk', input as Input<'createBulk'>);
}

export async function planned(client: ApiClient, input: BulkInput): Promise<Output<'getBulk'>> {
  const { bulk } = await create(client, input);
  return untilState(client, bulk.id, 'planned');
}

export async function untilState(
  client: ApiClient,
  bulkId: string,
  state: Bulk['state'],
): Promise<Output<'getBulk'>> {
  await until(`${bulkId} is ${state}`, async () => {
    return (await client.call('getBulk', { bulkId })).bulk.state === state;
  });
  return client.call('getBulk', { bulkId, limit: 1000 });
}
