/** Every endpoint of the dashboard. Routes, validation and clients derive from this table. */
import type { Static } from 'typebox';
import type { BodyOf, PathParams, QueryOf } from '../endpoints.ts';
import type { ErrorCode } from '../errors.ts';
import { accountEndpoints } from './accounts.ts';
import { contactEndpoints } from './contacts.ts';
import { creditEndpoints } from './credits.ts';
import { domainEndpoints } from './domains.ts';
import { identityEndpoints } from './identities.ts';
import { keyEndpoints } from './keys.ts';
import { mailboxEndpoints } from './mailbox.ts';
import { memberEndpoints } from './members.ts';
import { overviewEndpoints } from './overview.ts';
import { recentAccessEndpoints } from './recent-access.ts';
import { savedFilterEndpoints } from './saved-filters.ts';
import type { Access, DashboardEndpoint } from './schemas.ts';
import { secondFactorEndpoints } from './second-factors.ts';
import { serviceStateEndpoints } from './service-state.ts';
import { sessionEndpoints } from './session.ts';
import { transferOutEndpoints } from './transfers-out.ts';
import { zoneEndpoints } from './zones.ts';

export { forecastDays, type StatementKind, statementKinds, topUpLimits } from './credits.ts';
export { type Access, type DashboardEndpoint, dashboardLimits } from './schemas.ts';

export const dashboardEndpoints = {
  ...sessionEndpoints,
  ...accountEndpoints,
  ...secondFactorEndpoints,
  ...identityEndpoints,
  ...recentAccessEndpoints,
  ...memberEndpoints,
  ...keyEndpoints,
  ...contactEndpoints,
  ...savedFilterEndpoints,
  ...domainEndpoints,
  ...zoneEndpoints,
  ...mailboxEndpoints,
  ...serviceStateEndpoints,
  ...overviewEndpoints,
  ...creditEndpoints,
  ...transferOutEndpoints,
} as const satisfies Record<string, DashboardEndpoint>;

/** The errors every endpoint of an access level can answer with. */
export const accessErrors = {
  anyone: ['csrf_refused', 'internal', 'storage_unavailable'],
  account: ['signed_out', 'csrf_refused', 'rate_limited', 'internal', 'storage_unavailable'],
  workspace: [
    'signed_out',
    'csrf_refused',
    'workspace_not_found',
    'workspace_suspended',
    'second_factor_missing',
    'forbidden',
    'rate_limited',
    'internal',
    'storage_unavailable',
  ],
} as const satisfies Record<Access, readonly ErrorCode[]>;

export type DashboardEndpoints = typeof dashboardEndpoints;
export type DashboardEndpointName = keyof DashboardEndpoints;

/** Path parameters, query and body fields of an endpoint as one flat input. */
export type DashboardInput<N extends DashboardEndpointName> = PathParams<
  DashboardEndpoints[N]['path']
> &
  QueryOf<DashboardEndpoints[N]> &
  BodyOf<DashboardEndpoints[N]>;
export type DashboardOutput<N extends DashboardEndpointName> = Static<
  DashboardEndpoints[N]['response']
>;
