/** One domain: a frame around its tabs. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { workspaceRoute } from './workspace-route.ts';

export const domainRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/domains/$domain',
  component: lazyRouteComponent(() => import('../../pages/domain/domain-page.tsx'), 'DomainPage'),
});

export const domainTabs = [
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
    component: lazyRouteComponent(() => import('../../pages/dns/dns-tab.tsx'), 'DnsTab'),
  }),
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/nameservers',
    component: lazyRouteComponent(
      () => import('../../pages/domain/nameservers-tab.tsx'),
      'NameserversTab',
    ),
  }),
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/settings',
    component: lazyRouteComponent(
      () => import('../../pages/domain/settings-tab.tsx'),
      'SettingsTab',
    ),
  }),
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/history',
    component: lazyRouteComponent(
      () => import('../../pages/dns/history/history-tab.tsx'),
      'HistoryTab',
    ),
  }),
  createRoute({
    getParentRoute: () => domainRoute,
    path: '/activity',
    component: lazyRouteComponent(
      () => import('../../pages/domain/activity-tab.tsx'),
      'ActivityTab',
    ),
  }),
] as const;
