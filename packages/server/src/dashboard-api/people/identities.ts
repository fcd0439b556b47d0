/** Sign-ins at identity providers that are linked to an account. */
import { isoTime } from '../../base/iso-time.ts';
import {
  providerNameOf,
  unlinkIdentity,
} from '../../operations/people/providers/manage-identities.ts';
import {
  beginAttempt,
  type OpenAttempt,
} from '../../operations/people/providers/provider-attempt.ts';
import { listIdentities } from '../../storage/queries/people/identities.ts';
import type { AccountRequest, Handlers } from '../dashboard-handler.ts';

export const identityHandlers = {
  async listIdentities(request) {
    const { services, accountId: userId } = request;
    const own = await services.database.all(listIdentities, { userId });
    return {
      identities: own.map(({ id, issuer, email, createdAt, usedAt }) => ({
        id,
        providerId: services.identityProviders.find((one) => one.issuer === issuer)?.id ?? null,
        provider: providerNameOf(request, issuer),
        email,
        createdAt: isoTime(createdAt),
        lastUsedAt: isoTime(usedAt),
      })),
    };
  },

  async linkIdentity(request, { providerId: provider, returnTo }) {
    return { url: await begin(request, { provider, purpose: 'link', returnTo }) };
  },

  async confirmIdentity(request, { providerId: provider, returnTo }) {
    return { url: await begin(request, { provider, purpose: 'confirm', returnTo }) };
  },

  async unlinkIdentity(request, { identityId }) {
    await unlinkIdentity(request, identityId);
    return { success: true as const };
  },
} satisfies Partial<Handlers>;

async function begin(
  request: AccountRequest,
  wanted: Pick<OpenAttempt, 'provider' | 'purpose' | 'returnTo'>,
): Promise<string> {
  request.services.throttle.askForLogin(request.address);
  const { url, sealed } = await beginAttempt(request, wanted);
  request.setAttempt(sealed);
  return url;
}
