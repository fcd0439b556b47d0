import type { searchEndpoints } from '../endpoints/search.ts';
import { name, record } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const searchExamples: Examples<typeof searchEndpoints> = {
  searchWorkspace: {
    params: {},
    response: {
      results: [{ domain: name }, { domain: name, record }],
      cursor: null,
      complete: true,
    },
  },
};
