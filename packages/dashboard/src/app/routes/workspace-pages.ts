/** The pages of a workspace. Each is loaded on its first visit; a new page is an entry in `workspacePages`. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadSession } from '../../api/session.ts';
import { readConnectSearch } from '../../pages/connect/connect-search.ts';
import { readCreditsSearch } from '../../pages/credits/credits-search.ts';
import { readListSearch } from '../../pages/domain-list/list-search.ts';
import { workspaceRoute } from './workspace-route.ts';

export const workspaceHomeRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/',
  beforeLoad: async ({ params: { workspaceId } }) => {
    const [{ startOf }, session] = await Promise.all([import('../start-page.ts'), loadSession()]);
    throw redirect({ to: startOf(session, workspaceId), replace: true });
  },
});

export const workspacePages = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/overview',
    component: lazyRouteComponent(
      () => import('../../pages/overview/overview-page.tsx'),
      'OverviewPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains',
    validateSearch: readListSearch,
    component: lazyRouteComponent(
      () => import('../../pages/domain-list/domain-list-page.tsx'),
      'DomainListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/search',
    validateSearch: readName,
    component: lazyRouteComponent(
      () => import('../../pages/domain-search/search-page.tsx'),
      'SearchPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/look-up',
    validateSearch: readName,
    component: lazyRouteComponent(
      () => import('../../pages/look-up/look-up-page.tsx'),
      'LookUpPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/transfers',
    component: lazyRouteComponent(
      () => import('../../pages/transfers/transfers-page.tsx'),
      'TransfersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/transfers/new',
    validateSearch: (search): { domain?: string } =>
      search.domain === undefined ? {} : { domain: String(search.domain) },
    component: lazyRouteComponent(
      () => import('../../pages/transfers/start-page.tsx'),
      'StartTransferPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/transfers/list',
    component: lazyRouteComponent(
      () => import('../../pages/transfers/start-page.tsx'),
      'StartTransferListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/transfers/$domain',
    component: lazyRouteComponent(
      () => import('../../pages/dns/incoming-records-page.tsx'),
      'IncomingRecordsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/domains/register/$domain',
    component: lazyRouteComponent(
      () => import('../../pages/registration/register-page.tsx'),
      'RegisterPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/bulk',
    component: lazyRouteComponent(
      () => import('../../pages/bulk/bulk-list-page.tsx'),
      'BulkListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/bulk/$bulkId',
    component: lazyRouteComponent(() => import('../../pages/bulk/bulk-page.tsx'), 'BulkPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/activity',
    validateSearch: (search): { mails?: 'shown' } =>
      search.mails === 'shown' ? { mails: 'shown' } : {},
    component: lazyRouteComponent(
      () => import('../../pages/activity/activity-page.tsx'),
      'ActivityPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/credits',
    validateSearch: readCreditsSearch,
    component: lazyRouteComponent(
      () => import('../../pages/credits/credits-page.tsx'),
      'CreditsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/credits/spending',
    component: lazyRouteComponent(
      () => import('../../pages/credits/spending-page.tsx'),
      'SpendingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/credits/receipts/{-$number}',
    component: lazyRouteComponent(
      () => import('../../pages/credits/receipts-page.tsx'),
      'ReceiptsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/credits/pay/$topUpId',
    component: lazyRouteComponent(() => import('../../pages/credits/pay-page.tsx'), 'PayPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/connect',
    validateSearch: readConnectSearch,
    component: lazyRouteComponent(
      () => import('../../pages/connect/connect-page.tsx'),
      'ConnectPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/tokens',
    component: lazyRouteComponent(() => import('../../pages/tokens/tokens-page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/update-keys',
    component: lazyRouteComponent(
      () => import('../../pages/update-keys/update-keys-page.tsx'),
      'UpdateKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/webhooks',
    component: lazyRouteComponent(
      () => import('../../pages/webhooks/webhooks-page.tsx'),
      'WebhooksPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/webhooks/$webhookId',
    component: lazyRouteComponent(
      () => import('../../pages/webhooks/webhook-page.tsx'),
      'WebhookPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/contacts',
    component: lazyRouteComponent(
      () => import('../../pages/contacts/contacts-page.tsx'),
      'ContactsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/templates',
    component: lazyRouteComponent(
      () => import('../../pages/templates/templates-page.tsx'),
      'TemplatesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/members',
    component: lazyRouteComponent(
      () => import('../../pages/members/members-page.tsx'),
      'MembersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/settings/workspace',
    component: lazyRouteComponent(
      () => import('../../pages/workspace/workspace-page.tsx'),
      'WorkspacePage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/mailbox',
    component: lazyRouteComponent(
      () => import('../../pages/mailbox/mailbox-page.tsx'),
      'MailboxPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/service',
    component: lazyRouteComponent(
      () => import('../../pages/service/service-page.tsx'),
      'ServicePage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/help',
    component: lazyRouteComponent(() => import('../../pages/help/help-page.tsx'), 'HelpPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/account',
    component: lazyRouteComponent(
      () => import('../../pages/account/account-page.tsx'),
      'AccountPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: '/account/recent-access',
    component: lazyRouteComponent(
      () => import('../../pages/recent-access/recent-access-page.tsx'),
      'RecentAccessPage',
    ),
  }),
] as const;

function readName({ name }: Readonly<Record<string, unknown>>): { name?: string } {
  return name === undefined ? {} : { name: String(name) };
}
