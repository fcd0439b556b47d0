/** The workspace of the key. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { timestamp } from '../schemas.ts';
import type { EndpointShape } from './shape.ts';

export const accountEndpoints = {
  getAccount: {
    ...apiPaths.getAccount,
    summary: 'Read the workspace and its balance',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({
      account: Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          createdAt: timestamp('When the workspace was created.'),
        },
        { title: 'Account' },
      ),
      credits: Type.Object(
        { balance: Type.Number({ description: 'Available credits; 1 credit is 1 USD.' }) },
        { title: 'Credits' },
      ),
    }),
    errors: [],
  },
} as const satisfies Record<string, EndpointShape>;
