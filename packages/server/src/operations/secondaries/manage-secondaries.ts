/** Secondary nameservers: added with a TSIG key of their own, and removed. */
import { randomBytes } from 'node:crypto';
import { quotaExceeded } from '../../base/errors.ts';
import { fixedLimits } from '../../base/limits.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import { noChange } from '../../changes/change.ts';
import { changeWork, type Decided } from '../../changes/persist.ts';
import { listSecondaries } from '../../storage/queries/secondaries/secondaries.ts';
import { insert, remove, removeAll } from '../../storage/row-write.ts';
import { type StoredSecondary, secondaries } from '../../storage/tables/secondaries/secondaries.ts';
import { secondaryExchanges } from '../../storage/tables/secondaries/secondary-exchanges.ts';
import { zoneConfirmations } from '../../storage/tables/secondaries/zone-confirmations.ts';

const keyAlgorithm = 'hmac-sha256';
const secretBytes = 32;

export interface SecondaryKey {
  readonly name: string;
  readonly algorithm: string;
  readonly secret: string;
}

/** 1 to 32 lowercase letters, digits and hyphens: the name is part of the name of the key. */
export function isSecondaryName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(name);
}

/** The only time the secret is returned; it is stored encrypted. Null when the name is taken. */
export function addSecondary(
  call: { readonly machineNow: number; readonly secrets: SecretBox },
  input: Omit<
    StoredSecondary,
    'keyName' | 'keyAlgorithm' | 'keySecret' | 'createdAt' | 'reachedAt' | 'unreachableSince'
  >,
) {
  return changeWork({
    ...ofSecondary(input.name),
    load: (reader) => reader.all(listSecondaries, {}),
    decide(stored): Decided<SecondaryKey | null> {
      if (stored.some(({ name }) => name === input.name)) return { answer: null, change: noChange };
      if (stored.length >= fixedLimits.secondaries) {
        throw quotaExceeded(
          `${fixedLimits.secondaries} secondaries`,
          'Remove those that are no longer used.',
        );
      }
      const secret = randomBytes(secretBytes).toString('base64');
      const keyName = `hostmaster-${input.name}`;
      const added = insert(secondaries, {
        ...input,
        keyName,
        keyAlgorithm,
        keySecret: call.secrets.seal(secret),
        createdAt: call.machineNow,
        reachedAt: null,
        unreachableSince: null,
      });
      return {
        answer: { name: keyName, algorithm: keyAlgorithm, secret },
        change: { rows: [added] },
      };
    },
  });
}

/** False when there is no secondary of this name. */
export function removeSecondary(name: string) {
  return changeWork({
    ...ofSecondary(name),
    load: (reader) => reader.all(listSecondaries, {}),
    decide(stored) {
      if (!stored.some((each) => each.name === name)) return { answer: false, change: noChange };
      const rows = [
        removeAll(zoneConfirmations, { secondary: name }),
        removeAll(secondaryExchanges, { secondary: name }),
        remove(secondaries, { name }),
      ];
      return { answer: true, change: { rows } };
    },
  });
}

function ofSecondary(name: string) {
  return { keys: [`secondary ${name}`], owner: '', commit: 'alone' } as const;
}
