/** A provider ends sessions that began at it (back-channel logout). Each token counts once. */
import { hash } from 'node:crypto';
import { hourMs } from '@hostmaster/contract/durations';
import { loadList } from '@hostmaster/storage';
import { combine } from '../../../changes/change.ts';
import { findIdentity } from '../../../storage/queries/people/identities.ts';
import { findUsedChallenge } from '../../../storage/queries/people/passkeys.ts';
import { listProviderSessions } from '../../../storage/queries/people/sessions.ts';
import { findUser } from '../../../storage/queries/people/users.ts';
import { readCalendarOffset } from '../../../storage/queries/settings/calendar.ts';
import { insert, removeAll } from '../../../storage/row-write.ts';
import { sessions } from '../../../storage/tables/people/sessions.ts';
import { usedChallenges } from '../../../storage/tables/people/used-challenges.ts';
import { findProvider, providerAnswerInvalid } from '../../../users/identity-provider.ts';
import { systemActor } from '../../../workspaces/actor.ts';
import { ofAccount, type VisitorCall } from '../account-call.ts';
import { inEach, loadWorkspaces } from '../in-each-workspace.ts';
import { providerSessionOf } from './provider-session.ts';

/** Longer than a token is accepted. */
const tokenLifeMs = hourMs;

/** Returns how many sessions were ended; none where the person has no account here. */
export async function endProviderSessions(
  call: VisitorCall,
  input: { readonly provider: string; readonly token: string },
): Promise<number> {
  const { services, now } = call;
  services.throttle.tryLink(call.address);
  const provider = findProvider(services.identityProviders, input.provider);
  const logout = await provider.readLogout(input.token);
  const { issuer } = provider;
  const { subject } = logout;
  const used = hash('sha256', `logout token ${issuer} ${logout.tokenId}`, 'hex');
  const providerSession = providerSessionOf(provider, logout);
  const ended = await call.persist({
    ...ofAccount(`identity ${issuer} ${subject ?? providerSession}`),
    async load(reader) {
      const [before, identity, calendar] = await Promise.all([
        reader.first(findUsedChallenge, { hash: used }),
        subject === null ? undefined : reader.first(findIdentity, { issuer, subject }),
        reader.first(readCalendarOffset, {}),
      ]);
      const isUnknown = subject !== null && identity === undefined;
      const listed = isUnknown
        ? []
        : await loadList(reader, listProviderSessions, {
            identityId: identity?.id ?? '',
            providerSession: providerSession ?? '',
          });
      // A session whose name the provider did not say at the sign-in ends with any of the person.
      const found = listed.filter(
        (one) =>
          [null, one.providerSession].includes(providerSession) || one.providerSession === null,
      );
      const userId = found[0]?.userId ?? '';
      const [user, workspaces] = await Promise.all([
        reader.first(findUser, { id: userId }),
        loadWorkspaces(reader, userId),
      ]);
      return { isUsed: before !== undefined, found, user, workspaces, calendar };
    },
    decide({ isUsed, found, user, workspaces, calendar }) {
      if (isUsed) throw providerAnswerInvalid(provider.name);
      const rows = [
        insert(usedChallenges, { hash: used, expiresAt: now + tokenLifeMs }),
        removeAll(sessions, { id: found.map(({ id }) => id) }),
      ];
      if (user === undefined) return { answer: 0, change: { rows } };
      const by = workspaces.map(({ actor: { workspaceId } }) => ({
        actor: systemActor(workspaceId, 'provider'),
      }));
      const fact = {
        kind: 'member.provider_sign_out',
        email: user.email,
        provider: provider.name,
      } as const;
      const at = now + (calendar?.offsetMs ?? 0);
      return { answer: found.length, change: combine({ rows }, inEach(by, { at, fact })) };
    },
  });
  services.throttle.rightLink(call.address);
  return ended;
}
