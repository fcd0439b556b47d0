/** Looking a name up in the RDAP of the world, as operations see it. */

export type LookUp =
  | { readonly kind: 'found'; readonly url: string; readonly answer: object }
  | { readonly kind: 'not-found'; readonly url: string }
  /** No server is known for the suffix, or the service has no list of servers. */
  | { readonly kind: 'no-server' }
  | { readonly kind: 'unavailable'; readonly url: string | null; readonly reason: string };

export interface LookUps {
  /** Always resolves, within a few seconds. */
  lookUp(name: string): Promise<LookUp>;
}
