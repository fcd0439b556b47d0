/** Method and path of an endpoint. */
export interface EndpointPath {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}
