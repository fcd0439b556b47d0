/** Where an endpoint is. */
export interface EndpointPath {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}
