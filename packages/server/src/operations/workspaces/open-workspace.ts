/** A workspace of the operator with its first API key; in the sandbox the first start opens one. */
import { centsPerCredit } from '../../base/money.ts';
import { combine, noChange } from '../../changes/change.ts';
import { changeWork, type Decided } from '../../changes/persist.ts';
import { lockDeployment } from '../../storage/queries/settings/calendar.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import { createKey } from '../../workspaces/keys.ts';
import { hasWorkspaces, type NewWorkspace, newWorkspace } from '../../workspaces/workspaces.ts';

export const firstCreditCents = 10_000 * centsPerCredit;

export function openWorkspace(input: NewWorkspace & { readonly key: string }) {
  return changeWork({ ...outsideWorkspaces, load: async () => input, decide: opened });
}

/** False when there is a workspace already. Processes that start at the same time open one only. */
export function openFirstWorkspace(input: { readonly key: string; readonly at: number }) {
  return changeWork({
    ...outsideWorkspaces,
    async load(reader) {
      await reader.first(lockDeployment, {});
      return hasWorkspaces(reader);
    },
    decide(isOpen) {
      if (isOpen) return { answer: false, change: noChange };
      const workspace = { name: 'Sandbox', email: null, creditCents: firstCreditCents };
      return { answer: true, change: opened({ ...workspace, ...input }).change };
    },
  });
}

const outsideWorkspaces = { keys: [], owner: '', commit: 'alone' } as const;

function opened({
  key,
  ...input
}: NewWorkspace & { readonly key: string }): Decided<{ id: string; name: string }> {
  const { answer, change } = newWorkspace(input);
  const actor = operatorActor(answer.id);
  const first = createKey({ actor, at: input.at, input: { key, name: 'First key' } });
  return { answer, change: combine(change, first.change) };
}
