/**
 * The rival: a second registrar account of the sandbox. Names that start with `sandbox-rival-` are
 * registered by it. Their objects are stored with the first question about them.
 */
import { hash } from 'node:crypto';
import { addYears, dayMs } from '@hostmaster/contract/durations';
import { behaviourOf, type RivalBehaviour, rivalAuthCode } from './behaviours.ts';
import { isRegistrable } from './create-object.ts';
import type { RegistryMoment } from './registry-command.ts';
import { settledFields } from './registry-object.ts';
import { insertContact } from './storage/queries/contacts.ts';
import { insertObject, lockObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { EppContact } from './storage/tables/contacts.ts';
import type { ObjectTransfer, RegistryObject } from './storage/tables/objects.ts';

export const rivalId = 'rival';

const registeredMs = 400 * dayMs;
const youngMs = 10 * dayMs;
const expiredCodeMs = 31 * dayMs;
const ownerId = 'RIVAL-OWNER';

const owner: EppContact = {
  postalInfos: [
    {
      type: 'int',
      name: 'Rival Owner',
      address: { street: ['1 Other Street'], city: 'Elsewhere', country: 'US' },
    },
  ],
  email: 'owner@example.net',
  authInfo: 'rival-owner',
};

/** Locks the object of a name, also of one that the rival has and nothing has asked for yet. */
export async function lockKnownObject(
  tx: RegistryTx,
  name: string,
  now: RegistryMoment,
): Promise<RegistryObject | null> {
  const found = await tx.first(lockObject, { name });
  const { rival } = behaviourOf(name);
  if (found !== undefined || rival === null || !isRegistrable(name)) return found ?? null;
  await tx.run(insertContact, {
    id: ownerId,
    sponsor: rivalId,
    details: owner,
    createdAt: now.calendar,
  });
  await tx.run(insertObject, rivalObject(name, rival, now));
  return (await tx.first(lockObject, { name })) ?? null;
}

function earlierTransfer(at: number): ObjectTransfer {
  return {
    status: 'clientApproved',
    requestedBy: rivalId,
    from: 'another',
    requestedAt: at,
    actsAt: at,
    answersAt: null,
    transactionId: 'earlier',
    expiresAt: addYears(at, 1),
  };
}

function rivalObject(
  name: string,
  rival: RivalBehaviour,
  { calendar }: RegistryMoment,
): RegistryObject {
  const isMoved = rival.isYoung && rival.youngRefusal.shows === 'transfer';
  const createdAt = calendar - (rival.isYoung && !isMoved ? youngMs : registeredMs);
  return {
    ...settledFields,
    ...(isMoved ? { transfer: earlierTransfer(calendar - youngMs) } : {}),
    name,
    repositoryId: `${hash('sha256', `rival ${name}`).slice(0, 16).toUpperCase()}-SANDBOX`,
    sponsor: rivalId,
    registrantId: ownerId,
    contactIds: { admin: ownerId, tech: ownerId, billing: ownerId },
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    statuses: rival.isLocked ? ['clientTransferProhibited'] : [],
    privacyEnabled: false,
    authCode: rivalAuthCode,
    authCodeSetAt: rival.isCodeExpired ? calendar - expiredCodeMs : null,
    createdAt,
    expiresAt: addYears(createdAt, 2),
  };
}
