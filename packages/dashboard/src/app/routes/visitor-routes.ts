/** The pages for people who are not signed in, and for links in emails. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadSession } from '../../api/session.ts';
import { homeOf } from '../../workspaces/workspace-choice.ts';
import { VisitorLayout } from '../visitor-layout.tsx';
import { rootRoute } from './root-route.ts';
import { signInAndReturn } from './sign-in-and-return.ts';

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
  component: lazyRouteComponent(
    () => import('../../pages/visitors/sign-in-page.tsx'),
    'SignInPage',
  ),
});

const signUpRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/sign-up',
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(
    () => import('../../pages/visitors/sign-up-page.tsx'),
    'SignUpPage',
  ),
});

const setUpRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/set-up',
  component: lazyRouteComponent(() => import('../../pages/visitors/set-up-page.tsx'), 'SetUpPage'),
});

const verifyRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/verify',
  component: lazyRouteComponent(() => import('../../pages/visitors/verify-page.tsx'), 'VerifyPage'),
});

const completeSignUpRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/complete-sign-up',
  component: lazyRouteComponent(
    () => import('../../pages/visitors/complete-sign-up-page.tsx'),
    'CompleteSignUpPage',
  ),
});

const confirmAddressRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/confirm-address',
  component: lazyRouteComponent(
    () => import('../../pages/visitors/confirm-address-page.tsx'),
    'ConfirmAddressPage',
  ),
});

const stopRecoveryRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/stop-recovery',
  component: lazyRouteComponent(
    () => import('../../pages/visitors/stop-recovery-page.tsx'),
    'StopRecoveryPage',
  ),
});

const transferOutRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/transfer-out',
  component: lazyRouteComponent(
    () => import('../../pages/visitors/transfer-out-page.tsx'),
    'TransferOutPage',
  ),
});

const invitationRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/invitation',
  component: lazyRouteComponent(
    () => import('../../pages/visitors/invitation-page.tsx'),
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
    () => import('../../pages/visitors/no-workspace-page.tsx'),
    'NoWorkspacePage',
  ),
});

const resetRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/reset',
  component: lazyRouteComponent(() => import('../../pages/visitors/reset-page.tsx'), 'ResetPage'),
});

export const visitorRoutes = visitorRoute.addChildren([
  signInRoute,
  signUpRoute,
  completeSignUpRoute,
  invitationRoute,
  noWorkspaceRoute,
  setUpRoute,
  verifyRoute,
  confirmAddressRoute,
  stopRecoveryRoute,
  transferOutRoute,
  resetRoute,
]);

async function leaveWhenSignedIn(): Promise<void> {
  const session = await loadSession();
  if (session.account !== null) throw redirect(homeOf(session));
}

/** Only paths of this site, never another origin. */
function nextOf(value: unknown): { next?: string } {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? { next: value } : {};
}
