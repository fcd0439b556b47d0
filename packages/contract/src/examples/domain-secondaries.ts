import type { domainSecondaryEndpoints } from '../endpoints/domain-secondaries.ts';
import {
  name,
  registeredAt,
  secondary,
  secondaryId,
  secondaryKeyName,
} from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const domainSecondaryExamples: Examples<typeof domainSecondaryEndpoints> = {
  listDomainSecondaries: {
    params: { domain: name },
    response: {
      secondaries: [
        {
          ...secondary,
          askedAt: registeredAt,
          fetchedAt: registeredAt,
          fetchedSerial: 1_801_396_800,
          notifiedAt: registeredAt,
          notifyAnswer: 'taken',
        },
      ],
      cursor: null,
    },
  },
  addDomainSecondary: {
    params: { domain: name },
    body: { address: '198.51.100.53' },
    response: {
      secondary,
      key: {
        name: secondaryKeyName,
        algorithm: 'hmac-sha256',
        secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
      },
    },
  },
  removeDomainSecondary: {
    params: { domain: name, secondaryId },
    response: { success: true },
  },
};
