/** What an example of an endpoint is. */
import type { BodyOf, EndpointName, Endpoints, Output, PathParams } from '../endpoints.ts';

export interface Example<N extends EndpointName> {
  readonly params: PathParams<Endpoints[N]['path']>;
  /** Present exactly where the endpoint has a body. */
  readonly body?: BodyOf<Endpoints[N]>;
  /** Null for bytes. */
  readonly response: Shown<Output<N>>;
  /** Present exactly where the answer is a file. */
  readonly fileName?: string;
}

type Shown<Answer> = Answer extends Uint8Array ? null : Answer;

/** An example of each endpoint of a table, in the file that is named like the table's. */
export type Examples<Table extends Partial<Endpoints>> = {
  readonly [N in keyof Table & EndpointName]: Example<N>;
};
