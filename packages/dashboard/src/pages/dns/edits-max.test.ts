import { limits } from '@hostmaster/contract';
import { expect, it } from 'vitest';
import { editsMax } from './edits-max.ts';

it('is the limit of the API, without its schemas in the page', () => {
  expect(editsMax).toBe(limits.batchEditsMax);
});
