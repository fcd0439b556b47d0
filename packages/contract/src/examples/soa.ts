import type { soaEndpoints } from '../endpoints/soa.ts';
import { name, soa } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const soaExamples: Examples<typeof soaEndpoints> = {
  getSoa: {
    params: { domain: name },
    response: { soa },
  },
  replaceSoa: {
    params: { domain: name },
    body: { mailbox: soa.mailbox, negativeTtl: soa.negativeTtl },
    response: { soa },
  },
};
