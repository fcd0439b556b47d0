/** What the records of a domain mean for its mail. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { nullable } from '../schemas.ts';
import type { EndpointShape } from './shape.ts';

const finding = Type.Object(
  {
    subject: Type.Enum(['mx', 'spf', 'dkim', 'dmarc'], { type: 'string' }),
    level: Type.Enum(['good', 'warning', 'problem'], { type: 'string' }),
    message: Type.String({ description: 'What is the matter and what to do, for people to read.' }),
  },
  { title: 'MailFinding' },
);

export const mailCheckEndpoints = {
  checkMail: {
    ...apiPaths.checkMail,
    summary: 'Check the mail of a domain: MX, SPF with its lookups, DKIM and DMARC',
    act: 'domains.read',
    idempotent: false,
    response: Type.Object({
      findings: Type.Array(finding),
      spfLookups: nullable(
        Type.Object(
          {
            count: Type.Integer({ description: 'Receivers of mail stop at 10.' }),
            isComplete: Type.Boolean({
              description:
                'False where a record of another domain is included and no resolver knows it.',
            }),
          },
          { description: 'Null where there is not exactly one SPF record.' },
        ),
      ),
    }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found'],
  },
} as const satisfies Record<string, EndpointShape>;
