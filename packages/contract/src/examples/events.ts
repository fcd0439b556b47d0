import type { eventEndpoints } from '../endpoints/events.ts';
import { event } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const eventExamples: Examples<typeof eventEndpoints> = {
  listEvents: {
    params: {},
    response: {
      events: [{ ...event, data: { ...event.data, names: [...event.data.names] } }],
      cursor: 'c2s',
    },
  },
};
