/** Why a page is not for a member, as a sentence. */
import { acts, type Grant, type Role, roleTitles } from '@hostmaster/contract/roles';
import type { PageDenial } from './page-acts.ts';

export function denialText({ role }: Grant, { act, denial }: PageDenial): string {
  if (denial === 'limit') {
    return 'You are limited to certain domains, and this page is about the whole workspace.';
  }
  const needed: readonly Role[] = acts[act].roles;
  const titles = needed.map((each) => roleTitles[each]).join(', ');
  return `Your role, ${roleTitles[role]}, doesn't include this page. It is for: ${titles}.`;
}
