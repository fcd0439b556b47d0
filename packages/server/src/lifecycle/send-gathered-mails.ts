/**
 * Sends the notices that wait for others of their kind. A group waits while more domains of its workspace
 * fall due, at most an hour, and while automatic renewals wait for the registry, at most ten minutes.
 */

import { hourMs, minuteMs } from '@hostmaster/contract/durations';
import { readList } from '@hostmaster/storage';
import { timeOfId } from '../base/ids.ts';
import { ofWorkspace, persist } from '../changes/persist.ts';
import { loadGathered, sendGathered } from '../mail/gathered-mails.ts';
import { findReminderInWorkspace } from '../storage/queries/contacts/data-reminders.ts';
import {
  findDueInWorkspace,
  findPendingRenewal,
} from '../storage/queries/domains/lifecycle-sweep.ts';
import { listGatheredGroups } from '../storage/queries/mail/mails.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

/** Domains that were registered one after the other are noticed in one mail. */
const gatherMs = hourMs;
const registryWaitMs = 10 * minuteMs;

/** Returns the number of groups that were sent. */
export async function sendGatheredMails(
  services: LifecycleServices,
  /** Calendar time. */
  now: number,
): Promise<number> {
  const { database, links } = services;
  let sent = 0;
  for (const { workspaceId, kind, recipient, since, firstId } of await readList(
    database,
    listGatheredGroups,
    {},
  )) {
    if (workspaceId === null) continue;
    const group = { workspaceId, kind, recipient };
    if (await isGrowing(services, { workspaceId, since, firstId, now })) continue;
    for (;;) {
      const count = await persist(database, {
        ...ofWorkspace(workspaceId, 'alone'),
        load: (reader) => loadGathered(reader, group),
        decide: (gathered) => ({
          answer: gathered.length,
          change: sendGathered(group, gathered, { at: now, links }),
        }),
      });
      if (count === 0) break;
      sent += 1;
    }
  }
  return sent;
}

async function isGrowing(
  { database, clock, operations }: LifecycleServices,
  group: {
    readonly workspaceId: string;
    readonly since: number;
    readonly firstId: string;
    readonly now: number;
  },
): Promise<boolean> {
  const { workspaceId, since, firstId, now } = group;
  const until = since + gatherMs;
  if (now < until) {
    const due = await database.first(findDueInWorkspace, { workspaceId, until });
    if (due !== undefined) return true;
    if (operations.rules.remindsRegistrants) {
      const reminder = await database.first(findReminderInWorkspace, { workspaceId, until });
      if (reminder !== undefined) return true;
    }
  }
  if (clock.now() >= timeOfId(firstId) + registryWaitMs) return false;
  return (await database.first(findPendingRenewal, { workspaceId })) !== undefined;
}
