/**
 * Clients for the dashboard's page: the browser sends the session's cookie, and the token against
 * forgery travels with every request.
 */
import type { EndpointName, FileEndpointName, Input, Output } from '@hostmaster/contract';
import type {
  DashboardEndpointName,
  DashboardEndpoints,
  DashboardInput,
  DashboardOutput,
} from '@hostmaster/contract/dashboard';
import {
  apiPaths,
  dashboardPaths,
  type EndpointPath,
  workspacePrefix,
} from '@hostmaster/contract/paths';
import { type Transport, urlOf } from './call.ts';
import { bindMethods, type Method } from './create-client.ts';

export type DashboardClient = {
  readonly [N in DashboardEndpointName]: Method<DashboardInput<N>, DashboardOutput<N>>;
} & {
  /** The address of a download. */
  urlOf<N extends DashboardEndpointName>(name: N, input: DashboardInput<N>): string;
};

type WorkspaceEndpointName = {
  [N in DashboardEndpointName]: DashboardEndpoints[N]['path'] extends `${string}{workspaceId}${string}`
    ? N
    : never;
}[DashboardEndpointName];

/** Everything of one workspace: the API's endpoints and the dashboard's, without naming it again. */
export type WorkspaceClient = {
  readonly [N in EndpointName]: Method<Input<N>, Output<N>>;
} & {
  readonly [N in WorkspaceEndpointName]: Method<
    Omit<DashboardInput<N>, 'workspaceId'>,
    DashboardOutput<N>
  >;
} & {
  /** The address of a download. */
  urlOf<N extends FileEndpointName>(name: N, input: Input<N>): string;
  urlOf<N extends WorkspaceEndpointName>(
    name: N,
    input: Omit<DashboardInput<N>, 'workspaceId'>,
  ): string;
};

export interface DashboardClientOptions {
  /** Empty in the page that the service serves. */
  readonly baseUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** CSRF token of the current session. */
  readonly csrfToken: () => string;
}

const workspacePaths = {
  ...Object.fromEntries(
    Object.entries(apiPaths).map(([name, { method, path }]) => [
      name,
      { method, path: `${workspacePrefix}${path}` },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(dashboardPaths).filter(([, { path }]) => path.startsWith(workspacePrefix)),
  ),
} as Readonly<Record<EndpointName | WorkspaceEndpointName, EndpointPath>>;

export function createDashboardClient(options: DashboardClientOptions): DashboardClient {
  const transport = transportOf(options);
  const methods = bindMethods<Omit<DashboardClient, 'urlOf'>>(transport, dashboardPaths);
  return Object.assign(methods, {
    urlOf: (name: DashboardEndpointName, input: object) =>
      urlOf(transport.baseUrl, dashboardPaths[name].path, input),
  }) as DashboardClient;
}

export function createWorkspaceClient(
  options: DashboardClientOptions & { readonly workspaceId: string },
): WorkspaceClient {
  const { workspaceId } = options;
  const transport = transportOf(options);
  const methods = bindMethods<Omit<WorkspaceClient, 'urlOf'>>(transport, workspacePaths, {
    workspaceId,
  });
  return Object.assign(methods, {
    urlOf: (name: FileEndpointName | WorkspaceEndpointName, input: object) =>
      urlOf(transport.baseUrl, workspacePaths[name].path, { ...input, workspaceId }),
  }) as WorkspaceClient;
}

function transportOf(options: DashboardClientOptions): Transport {
  return {
    baseUrl: options.baseUrl ?? '',
    headers: () => ({ 'x-csrf-token': options.csrfToken() }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  };
}
