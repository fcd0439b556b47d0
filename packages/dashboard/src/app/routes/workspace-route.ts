/** The frame of every page in a workspace. */
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { startFrom } from '../../api/live-updates.ts';
import { loadSession } from '../../api/session.ts';
import { rememberWorkspace } from '../../workspaces/workspace-choice.ts';
import { rootRoute } from './root-route.ts';
import { signInAndReturn } from './sign-in-and-return.ts';

export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$workspaceId',
  component: lazyRouteComponent(() => import('../shell.tsx'), 'Shell'),
  beforeLoad: async ({ params: { workspaceId }, location }) => {
    const session = await loadSession();
    if (session.account === null) throw signInAndReturn(location.href);
    const workspace = session.workspaces.find(({ id }) => id === workspaceId);
    if (workspace === undefined) throw notFound();
    rememberWorkspace(workspaceId);
    startFrom(workspace);
  },
});
