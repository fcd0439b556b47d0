/** Addresses that name no workspace lead to the page in one. */
import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { loadSession } from '../../api/session.ts';
import { homeOf, locateDomain } from '../../workspaces/workspace-choice.ts';
import { rootRoute } from './root-route.ts';
import { signInAndReturn } from './sign-in-and-return.ts';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    throw redirect(homeOf(await loadSession()));
  },
});

/** Older emails link to a domain without naming its workspace. */
export const domainLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/domains/$domain',
  beforeLoad: async ({ params, location }) => {
    const session = await loadSession();
    if (session.account === null) throw signInAndReturn(location.href);
    const workspaceId = await locateDomain(session, params.domain);
    if (workspaceId === null) throw notFound();
    const to: string = `/${workspaceId}/domains/${params.domain}`;
    throw redirect({ to });
  },
});

export const creditsLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (session.account === null) throw signInAndReturn(location.href);
    throw redirect(homeOf(session, '/credits'));
  },
});

/** The address that `hostmaster login` shows. */
export const connectLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (session.account === null) throw signInAndReturn(location.href);
    throw redirect({ ...homeOf(session, '/connect'), search: location.search });
  },
});
