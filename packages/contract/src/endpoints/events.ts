/** The stream of events of a workspace. */
import { Type } from 'typebox';
import { typedEvent } from '../events.ts';
import { apiPaths } from '../paths.ts';
import { limits, pageLimit } from '../schemas.ts';
import type { EndpointShape } from './shape.ts';

export const eventEndpoints = {
  listEvents: {
    ...apiPaths.listEvents,
    summary: 'Read events, and wait for the next ones',
    act: 'domains.read',
    idempotent: false,
    query: Type.Object({
      cursor: Type.Optional(
        Type.String({
          description:
            'The cursor of the page before, or `latest` for events from now on. Without it the oldest event that is kept comes first.',
          examples: ['c2s'],
        }),
      ),
      after: Type.Optional(
        Type.String({
          description: 'Deprecated: use `cursor`, which is the same.',
          examples: ['c2s'],
          deprecated: true,
        }),
      ),
      limit: pageLimit('Events', { max: limits.eventsPageMax, usual: limits.eventsPageDefault }),
      wait: Type.Optional(
        Type.String({
          description:
            'How long to wait for the next event when there is none yet, such as `30s`, which is the longest. Without it the answer comes at once.',
          examples: ['30s'],
        }),
      ),
    }),
    response: Type.Object({
      events: Type.Array(typedEvent, {
        description: 'Oldest first; empty when there are none yet.',
      }),
      cursor: Type.String({
        description: 'Where the next page starts, also after an empty page.',
      }),
    }),
    errors: ['invalid_request', 'cursor_expired', 'too_many_waiting'],
  },
} as const satisfies Record<string, EndpointShape>;
