import type { mailCheckEndpoints } from '../endpoints/mail-check.ts';
import { name } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const mailCheckExamples: Examples<typeof mailCheckEndpoints> = {
  checkMail: {
    params: { domain: name },
    response: {
      findings: [
        { subject: 'mx', level: 'good', message: `Mail for ${name} is delivered to 1 server.` },
        {
          subject: 'spf',
          level: 'good',
          message: 'The SPF record uses 4 of the 10 DNS lookups allowed.',
        },
      ],
      spfLookups: { count: 4, isComplete: true },
    },
  },
};
