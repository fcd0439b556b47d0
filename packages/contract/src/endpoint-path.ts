/** Method and path of an endpoint. */
export interface EndpointPath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
}
