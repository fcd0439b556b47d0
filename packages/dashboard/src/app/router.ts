/** The routes, by who they are for. */
import { createRouter } from '@tanstack/react-router';
import { LoadFailed } from './load-failed.tsx';
import { NotFound } from './not-found.tsx';
import { domainRoute, domainTabs } from './routes/domain-routes.ts';
import {
  connectLinkRoute,
  creditsLinkRoute,
  domainLinkRoute,
  homeRoute,
} from './routes/link-routes.ts';
import { rootRoute } from './routes/root-route.ts';
import { visitorRoutes } from './routes/visitor-routes.ts';
import { workspaceHomeRoute, workspacePages } from './routes/workspace-pages.ts';
import { workspaceRoute } from './routes/workspace-route.ts';

const routeTree = rootRoute.addChildren([
  homeRoute,
  visitorRoutes,
  domainLinkRoute,
  creditsLinkRoute,
  connectLinkRoute,
  workspaceRoute.addChildren([
    workspaceHomeRoute,
    domainRoute.addChildren([...domainTabs]),
    ...workspacePages,
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
