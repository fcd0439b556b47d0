/** The routes. Each page is loaded on its first visit; a new page is an entry in `pages`. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { startFrom } from '../api/live-updates.ts';
import { loadSession } from '../api/session.ts';
import { readConnectSearch } from '../pages/connect/connect-search.ts';
import { readCreditsSearch } from '../pages/credits/credits-search.ts';
import { readListSearch } from '../pages/domain-list/list-search.ts';
import { homeOf, locateDomain, rememberWorkspace } from '../workspaces/workspace-choice.ts';
import { LoadFailed } from './load-failed.tsx';
import { NotFound } from './not-found.tsx';
import { VisitorLayout } from './visitor-layout.tsx';

const rootRoute = createRootRoute({ notFoundComponent: NotFound });

/** For people who are not signed in, and for links in emails. */
const visitorRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitor',
  component: VisitorLayout,
  beforeLoad: async () => {
    await loadSession();
  },
});

const signInRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/sign-in',
  validateSearch: (search): { next?: string } => nextOf(search.next),
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('../pages/visitors/sign-in-page.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/sign-up',
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('../pages/visitors/sign-up-page.tsx'), 'SignUpPage'),
});

const setUpRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/set-up',
  component: lazyRouteComponent(() => import('../pages/visitors/set-up-page.tsx'), 'SetUpPage'),
});

const verifyRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/verify',
  component: lazyRouteComponent(() => import('../pages/visitors/verify-page.tsx'), 'VerifyPage'),
});

const completeSignUpRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/complete-sign-up',
  component: lazyRouteComponent(
    () => import('../pages/visitors/complete-sign-up-page.tsx'),
    'CompleteSignUpPage',
  ),
});

const confirmAddressRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/confirm-address',
  component: lazyRouteComponent(
    () => import('../pages/visitors/confirm-address-page.tsx'),
    'ConfirmAddressPage',
  ),
});

const transferOutRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/transfer-out',
  component: lazyRouteComponent(
    () => import('../pages/visitors/transfer-out-page.tsx'),
    'TransferOutPage',
  ),
});

const invitationRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/invitation',
  component: lazyRouteComponent(
    () => import('../pages/visitors/invitation-page.tsx'),
    'InvitationPage',
  ),
});

const noWorkspaceRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/no-workspace',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (session.account === null) throw signInAndReturn(location.href);
    if (session.workspaces.length > 0) throw redirect(homeOf(session));
  },
  component: lazyRouteComponent(
    () => import('../pages/visitors/no-workspace-page.tsx'),
    'NoWorkspacePage',
  ),
});

const resetRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/reset',
  component: lazyRouteComponent(() => import('../pages/visitors/reset-page.tsx'), 'ResetPage'),
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    throw redirect(homeOf(await loadSession()));
  },
});

/** Older emails link to a domain without naming its workspace. */
const domainLinkRoute = createRoute({
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

const creditsLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (session.account === null) throw signInAndReturn(location.href);
    throw redirect(homeOf(session, '/credits'));
  },
});

/** The address that `hostmaster login` shows. */
const connectLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (session.account === null) throw signInAndReturn(location.href);
    throw redirect({ ...homeOf(session, '/connect'), search: location.search });
  },
});

const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$workspaceId',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  beforeLoad: async ({ params: { workspaceId }, location }) => {
    const session = await loadSession();
    if (session.account === null) throw signInAndReturn(location.href);
    const workspace = session.workspaces.find(({ id }) => id === workspaceId);
    if (workspace === undefined) throw notFound();
    rememberWorkspace(workspaceId);
    startFrom(workspace);
  },
});

const workspaceHomeRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/',
  beforeLoad: async ({ params: { workspaceId } }) => {
    const [{ startOf }, session] = await Promise.all([import('./start-page.ts'), loadSession()]);
    throw redirect({ to: startOf(session, workspaceId), replace: true });
  },
});

/** One domain: a frame around its tabs. */
const domainRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/domains/$domain',
  component: lazyRouteComponent(() => import('../pages/domain/domain-page.tsx'), 'DomainPage'),
});

const domainTabs = [
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/$workspaceId/domains/$domain/dns', params, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/dns',
    component: lazyRouteComponent(() => import('../pages/dns/dns-tab.tsx'), 'DnsTab'),
  }),
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/nameservers',
    component: lazyRouteComponent(
      () => import('../pages/domain/nameservers-tab.tsx'),
      'NameserversTab',
    ),
  }),
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('../pages/domain/settings-tab.tsx'), 'SettingsTab'),
  }),
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/history',
    component: lazyRouteComponent(
      () => import('../pages/dns/history/history-tab.tsx'),
      'HistoryTab',
    ),
  }),
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/activity',
    component: lazyRouteComponent(() => import('../pages/domain/activity-tab.tsx'), 'ActivityTab'),
  }),
] as const;

/** The pages of a workspace. */
const pages = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/overview',
    component: lazyRouteComponent(
      () => import('../pages/overview/overview-page.tsx'),
      'OverviewPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains',
    validateSearch: readListSearch,
    component: lazyRouteComponent(
      () => import('../pages/domain-list/domain-list-page.tsx'),
      'DomainListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/search',
    validateSearch: (search): { name?: string } =>
      search.name === undefined ? {} : { name: String(search.name) },
    component: lazyRouteComponent(
      () => import('../pages/domain-search/search-page.tsx'),
      'SearchPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/look-up',
    validateSearch: (search): { name?: string } =>
      search.name === undefined ? {} : { name: String(search.name) },
    component: lazyRouteComponent(() => import('../pages/look-up/look-up-page.tsx'), 'LookUpPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/transfers',
    component: lazyRouteComponent(
      () => import('../pages/transfers/transfers-page.tsx'),
      'TransfersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/transfers/new',
    validateSearch: (search): { domain?: string } =>
      search.domain === undefined ? {} : { domain: String(search.domain) },
    component: lazyRouteComponent(
      () => import('../pages/transfers/start-page.tsx'),
      'StartTransferPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/transfers/$domain',
    component: lazyRouteComponent(
      () => import('../pages/dns/incoming-records-page.tsx'),
      'IncomingRecordsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/register/$domain',
    component: lazyRouteComponent(
      () => import('../pages/registration/register-page.tsx'),
      'RegisterPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/activity',
    validateSearch: (search): { mails?: 'shown' } =>
      search.mails === 'shown' ? { mails: 'shown' } : {},
    component: lazyRouteComponent(
      () => import('../pages/activity/activity-page.tsx'),
      'ActivityPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/credits',
    validateSearch: readCreditsSearch,
    component: lazyRouteComponent(() => import('../pages/credits/credits-page.tsx'), 'CreditsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/credits/pay/$topUpId',
    component: lazyRouteComponent(() => import('../pages/credits/pay-page.tsx'), 'PayPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/connect',
    validateSearch: readConnectSearch,
    component: lazyRouteComponent(() => import('../pages/connect/connect-page.tsx'), 'ConnectPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/tokens',
    component: lazyRouteComponent(() => import('../pages/tokens/tokens-page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/update-keys',
    component: lazyRouteComponent(
      () => import('../pages/update-keys/update-keys-page.tsx'),
      'UpdateKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/webhooks',
    component: lazyRouteComponent(
      () => import('../pages/webhooks/webhooks-page.tsx'),
      'WebhooksPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/webhooks/$webhookId',
    component: lazyRouteComponent(
      () => import('../pages/webhooks/webhook-page.tsx'),
      'WebhookPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/contacts',
    component: lazyRouteComponent(
      () => import('../pages/contacts/contacts-page.tsx'),
      'ContactsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/members',
    component: lazyRouteComponent(() => import('../pages/members/members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/workspace',
    component: lazyRouteComponent(
      () => import('../pages/workspace/workspace-page.tsx'),
      'WorkspacePage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/mailbox',
    component: lazyRouteComponent(() => import('../pages/mailbox/mailbox-page.tsx'), 'MailboxPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/help',
    component: lazyRouteComponent(() => import('../pages/help/help-page.tsx'), 'HelpPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/account',
    component: lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/account/recent-access',
    component: lazyRouteComponent(
      () => import('../pages/recent-access/recent-access-page.tsx'),
      'RecentAccessPage',
    ),
  }),
] as const;

const routeTree = rootRoute.addChildren([
  homeRoute,
  visitorRoute.addChildren([
    signInRoute,
    signUpRoute,
    completeSignUpRoute,
    invitationRoute,
    noWorkspaceRoute,
    setUpRoute,
    verifyRoute,
    confirmAddressRoute,
    transferOutRoute,
    resetRoute,
  ]),
  domainLinkRoute,
  creditsLinkRoute,
  connectLinkRoute,
  workspaceRoute.addChildren([
    workspaceHomeRoute,
    domainRoute.addChildren([...domainTabs]),
    ...pages,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  defaultPreload: 'intent',
  defaultErrorComponent: LoadFailed,
  defaultNotFoundComponent: NotFound,
  // Responses are cached by the query client.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

async function leaveWhenSignedIn(): Promise<void> {
  const session = await loadSession();
  if (session.account !== null) throw redirect(homeOf(session));
}

function signInAndReturn(next: string) {
  return redirect({ to: '/sign-in', search: { next } });
}

/** Only paths of this site, never another origin. */
function nextOf(value: unknown): { next?: string } {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? { next: value } : {};
}
