/**
 * Answers DNS UPDATE messages (RFC 2136): which keys may send them, and which rcode they get. The
 * primary verifies and signs, as for every other signed request.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import { type Message, type Name, rcodes, readUpdate } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import { Refusal, StorageUnavailable } from '../base/errors.ts';
import type { LongWork } from '../base/fairness/long-work.ts';
import { TokenBuckets } from '../base/fairness/token-buckets.ts';
import { newId } from '../base/ids.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { Rate } from '../base/setting-values.ts';
import { persistChange } from '../changes/persist.ts';
import { happened } from '../facts/fact.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import type { SoaSettings } from '../storage/tables/domains/domains.ts';
import { updateKeyActor } from '../workspaces/actor.ts';
import { findUpdateKey } from '../workspaces/update-keys.ts';
import { applyUpdate, type UpdateLimits, type UpdateOutcome } from './apply-update.ts';
import { signatureOf } from './replays.ts';

export interface UpdateServices {
  readonly database: HostmasterDatabase;
  readonly secrets: SecretBox;
  readonly clock: MachineClock;
  readonly log: Logger;
  readonly limits: UpdateLimits;
  readonly soaDefaults: SoaSettings;
  readonly longWork: LongWork;
  /** Messages of one key; null for any number. */
  readonly rate: Rate | null;
}

export interface Updater {
  readonly kind: 'updater';
  /** The key's name. */
  readonly keyId: string;
  readonly workspaceId: string;
  /** Null when the key may not read zones by transfer. */
  readonly readable: { covers(zone: string): boolean } | null;
}

/** An UPDATE request: the message, and the key that signed it. */
export interface UpdateRequest {
  readonly request: { readonly message: Message; readonly peer: { readonly address: string } };
  readonly requester: {
    readonly kind: string;
    readonly owner?: { readonly kind: string; readonly keyId?: string };
  };
}

interface UpdateRefusal {
  readonly keyName: string;
  readonly address: string;
  readonly zone: string;
  readonly reason: string;
}

export interface UpdateHandlers {
  findKey(name: Name): Promise<{ key: TsigKey; owner: Updater } | null>;
  update(request: UpdateRequest): Promise<number>;
}

export function createUpdateHandlers(services: UpdateServices): UpdateHandlers {
  const isWithinRate = rateLimit(services);
  const refusals = new TokenBuckets(refusalsNoted, services.clock);
  return {
    async findKey(name) {
      const found = await recognise(services, name.toHostname());
      if (found === null) return null;
      const { name: keyId, workspaceId, domainNames, mayTransfer, tsig } = found.key;
      const covers = (zone: string) => domainNames?.has(zone) ?? true;
      const readable = mayTransfer ? { covers } : null;
      return { key: tsig, owner: { kind: 'updater', keyId, workspaceId, readable } };
    },
    async update(request) {
      const { owner } = request.requester;
      // SERVFAIL invites a retry, which succeeds later.
      if (!isWithinRate(owner?.keyId ?? '')) return rcodes.SERVFAIL;
      return answerUpdate(services, request, async (refusal) => {
        if (refusals.take(refusal.keyName).isTaken) await noteRefusal(services, refusal);
      });
    },
  };
}

/** A client that repeats a refused message would fill the activity: some entries, then a few an hour. */
const refusalsNoted = { burst: 10, everyMs: 10 * minuteMs, keysMax: 10_000 };

function rateLimit({ rate, clock }: UpdateServices): (keyName: string) => boolean {
  if (rate === null) return () => true;
  const { burst, perSecond } = rate;
  const buckets = new TokenBuckets({ burst, everyMs: 1_000 / perSecond, keysMax: 10_000 }, clock);
  return (keyName) => buckets.take(keyName).isTaken;
}

export async function answerUpdate(
  services: UpdateServices,
  { request, requester }: UpdateRequest,
  onRefused: (refusal: UpdateRefusal) => Promise<void> = async () => {},
): Promise<number> {
  const { owner } = requester;
  if (owner?.kind !== 'updater' || owner.keyId === undefined) return rcodes.REFUSED;
  const { keyId } = owner;
  const { address } = request.peer;
  const { rcode, reason, changes } = await processUpdate(services, request.message, {
    keyName: keyId,
    address,
  });
  services.log.info({ key: keyId, rcode, reason, changes }, 'UPDATE');
  if (rcode === rcodes.REFUSED) {
    const zone = request.message.questions[0]?.name.toHostname() ?? '';
    await onRefused({ keyName: keyId, address, zone, reason: reason ?? '' });
  }
  return rcode;
}

async function processUpdate(
  services: UpdateServices,
  message: Message,
  { keyName, address }: Pick<UpdateRefusal, 'keyName' | 'address'>,
): Promise<UpdateOutcome> {
  const reading = readUpdate(message);
  if (!reading.ok) return { rcode: reading.rcode, reason: reading.message };
  try {
    const found = await recognise(services, keyName);
    if (found === null) return { rcode: rcodes.REFUSED, reason: 'the key was revoked just now' };
    const { database, clock, limits, soaDefaults, longWork } = services;
    const { update } = reading;
    const { tsig } = message;
    if (tsig === null) return { rcode: rcodes.REFUSED, reason: 'the message is not signed' };
    const signature = signatureOf(tsig);
    const sent = { update, signature, address, at: clock.now() };
    return await applyUpdate(database, { ...found, ...sent, limits, soaDefaults, longWork });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Nothing was changed. SERVFAIL invites a retry, so a refusal must not use it.
    if (error instanceof Refusal && !isForLater(error)) {
      return { rcode: rcodes.REFUSED, reason };
    }
    if (!(error instanceof Refusal)) services.log.error({ err: error }, 'UPDATE failed');
    return { rcode: rcodes.SERVFAIL, reason };
  }
}

/** It may succeed when it is sent again. */
function isForLater(refusal: Refusal): boolean {
  return refusal instanceof StorageUnavailable || refusal.code === 'rate_limited';
}

/** DNS cannot carry a reason, so the customer finds it in the activity. */
async function noteRefusal(services: UpdateServices, refusal: UpdateRefusal): Promise<void> {
  const found = await recognise(services, refusal.keyName);
  if (found === null) return;
  const { key, calendarOffsetMs } = found;
  try {
    const call = {
      actor: { ...updateKeyActor(key), origin: { address: refusal.address } },
      now: services.clock.now() + calendarOffsetMs,
      operationId: newId('act'),
    };
    const { zone, reason } = refusal;
    await persistChange(services.database, {
      facts: [happened(call, { kind: 'update.refused', zone, reason })],
    });
  } catch (error) {
    services.log.error({ err: error }, 'a refused UPDATE was not noted in the activity');
  }
}

function recognise({ database, clock, secrets }: UpdateServices, name: string) {
  return findUpdateKey(database, { name, now: clock.now(), secrets });
}
