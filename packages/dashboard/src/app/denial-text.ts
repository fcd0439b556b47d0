/** Why a page is not for a member, as a sentence. */
import { acts, type Grant, type Role, roleTitles } from '@hostmaster/contract/roles';
import type { PageDenial } from './page-acts.ts';

export function denialText({ role }: Grant, { act, denial }: PageDenial): string {
  if (denial === 'limit') {
    return 'Your access is limited to certain domains, and this page is about the whole workspace.';
  }
  const needed: readonly Role[] = acts[act].roles;
  const titles = needed.map((each) => roleTitles[each]).join(', ');
  return `Your role is ${roleTitles[role]}. Only these roles can open this page: ${titles}.`;
}
