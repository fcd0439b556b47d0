/** A typed client of Hostmaster without dependencies at run time. */
export type { Event, EventData, EventType } from '@hostmaster/contract';
export { type CallOptions, versionOf } from './call.ts';
export { type Client, type ClientOptions, createClient, type Method } from './create-client.ts';
export {
  createDashboardClient,
  createWorkspaceClient,
  type DashboardClient,
  type DashboardClientOptions,
  type WorkspaceClient,
} from './dashboard-client.ts';
export { ConnectionError, type FieldProblem, HostmasterError } from './errors.ts';
export { type WaitOptions, waitUntilServed } from './wait-until-served.ts';
