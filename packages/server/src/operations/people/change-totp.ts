/** A user sets up an authenticator app, removes it, or replaces the recovery codes. */
import { loadList } from '@hostmaster/storage';
import { Refusal } from '../../base/errors.ts';
import { combine } from '../../changes/change.ts';
import { secondFactorChanged } from '../../notices/account-notices.ts';
import { listSessionIds } from '../../storage/queries/people/sessions.ts';
import { insert, remove, removeAll } from '../../storage/row-write.ts';
import { totpSecrets } from '../../storage/tables/people/totp-secrets.ts';
import { newRecoveryCodes } from '../../users/recovery-codes.ts';
import { newTotpSecret, totpUri } from '../../users/totp.ts';
import { type AccountCall, ofAccount } from './account-call.ts';
import { loadOwnUser } from './own-user.ts';
import {
  acceptStep,
  addedFactor,
  beginCodeAttempt,
  factorDeed,
  hasSecondFactor,
  hasTotp,
  loadOwnFactors,
  loadSecondFactors,
  newStep,
  noSecondFactor,
  noticeTo,
  unusedRecoveryCodes,
  wrongCode,
} from './second-factor.ts';

/** Replaces a set-up that was not completed. */
export async function startTotp(
  call: AccountCall,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { services, now } = call;
  const { id: userId, email } = await loadOwnUser(call);
  const secret = newTotpSecret();
  return call.persist({
    ...ofAccount(userId),
    load: (reader) => loadSecondFactors(reader, userId),
    decide({ totp }) {
      if (totp !== undefined && totp.confirmedAt !== null) throw totpExists();
      const row = {
        userId,
        secret: services.operations.secrets.seal(secret),
        lastStep: 0,
        confirmedAt: null,
        createdAt: now,
      };
      return {
        answer: { secret, uri: totpUri(secret, email) },
        change: { rows: [removeAll(totpSecrets, { userId }), insert(totpSecrets, row)] },
      };
    },
  });
}

/** Returns recovery codes with the first second factor; all other sessions end then. */
export async function confirmTotp(call: AccountCall, code: string): Promise<readonly string[]> {
  const { services, now } = call;
  const user = await loadOwnUser(call);
  const userId = user.id;
  const attempt = await beginCodeAttempt(call, userId);
  const codes = await call.persist({
    ...ofAccount(userId),
    async load(reader) {
      const [{ factors, workspaces }, own] = await Promise.all([
        loadOwnFactors(reader, userId),
        loadList(reader, listSessionIds, { userId }),
      ]);
      return { factors, workspaces, own };
    },
    decide({ factors, workspaces, own }) {
      const { totp } = factors;
      if (totp === undefined) throw noSecondFactor();
      if (totp.confirmedAt !== null) throw totpExists();
      attempt.count();
      const step = newStep(call, totp, code.replaceAll(/\s/g, ''));
      if (step === null) throw wrongCode();
      const added = addedFactor(call, 'totp', { factors, own });
      return {
        answer: added.codes,
        change: combine(
          acceptStep(totp, step, { confirmedAt: now }),
          added.change,
          factorDeed(call, user, workspaces, 'totp_added'),
          noticeTo(call, user, secondFactorChanged(services, { change: 'totp-added' })),
        ),
      };
    },
  });
  attempt.succeed();
  return codes;
}

export async function removeTotp(call: AccountCall): Promise<void> {
  const user = await loadOwnUser(call);
  const userId = user.id;
  await call.persist({
    ...ofAccount(userId),
    load: (reader) => loadOwnFactors(reader, userId),
    decide({ factors, workspaces }) {
      if (!hasTotp(factors)) throw noSecondFactor();
      const left = { ...factors, totp: undefined };
      return {
        answer: undefined,
        change: combine(
          { rows: [remove(totpSecrets, { userId }), ...unusedRecoveryCodes(userId, left)] },
          factorDeed(call, user, workspaces, 'totp_removed'),
          noticeTo(call, user, secondFactorChanged(call.services, { change: 'totp-removed' })),
        ),
      };
    },
  });
}

export async function replaceRecoveryCodes(call: AccountCall): Promise<readonly string[]> {
  const user = await loadOwnUser(call);
  return call.persist({
    ...ofAccount(user.id),
    load: (reader) => loadOwnFactors(reader, user.id),
    decide({ factors, workspaces }) {
      if (!hasSecondFactor(factors)) throw noSecondFactor();
      const { codes, rows } = newRecoveryCodes(user.id);
      const notice = secondFactorChanged(call.services, { change: 'recovery-codes-replaced' });
      const deed = factorDeed(call, user, workspaces, 'recovery_codes_replaced');
      return { answer: codes, change: combine({ rows }, deed, noticeTo(call, user, notice)) };
    },
  });
}

function totpExists(): Refusal {
  return new Refusal(
    'second_factor_exists',
    'An authenticator app is already set up. Remove it to set up another one.',
  );
}
