/** Which act a page of a workspace is for: pages that the role does not allow are not offered. */
import {
  type Act,
  acts,
  denialOf,
  type Grant,
  type Role,
  roleTitles,
} from '@hostmaster/contract/roles';

/** By path below the workspace; the longest that fits counts. Other pages are for every member. */
const pageActs: Readonly<Record<string, Act>> = {
  overview: 'workspace.read',
  'domains/search': 'domains.buy',
  'domains/register': 'domains.buy',
  'domains/transfers': 'workspace.read',
  'domains/transfers/new': 'domains.buy',
  credits: 'workspace.read',
  'credits/pay': 'credits.pay',
  activity: 'workspace.read',
  'settings/webhooks': 'webhooks.manage',
  'settings/contacts': 'workspace.read',
  'settings/workspace': 'workspace.read',
};

/** The path below the workspace; null when the role allows the page. */
export function pageDenial(grant: Grant, path: string): string | null {
  const act = actOf(path);
  const denial = act === null ? null : denialOf(grant, act);
  if (act === null || denial === null) return null;
  if (denial === 'limit') {
    return 'You are limited to certain domains, and this page is about the whole workspace.';
  }
  const needed: readonly Role[] = acts[act].roles;
  const titles = needed.map((role) => roleTitles[role]).join(', ');
  return `Your role, ${roleTitles[grant.role]}, doesn't include this page. It is for: ${titles}.`;
}

function actOf(path: string): Act | null {
  const isTab = /^domains\/[^/]+\/activity$/.test(path);
  if (isTab) return 'workspace.read';
  const fitting = Object.keys(pageActs)
    .filter((page) => path === page || path.startsWith(`${page}/`))
    .sort((a, b) => b.length - a.length);
  return pageActs[fitting[0] ?? ''] ?? null;
}
