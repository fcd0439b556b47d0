/** Comments of a set of records, which outlive its records. Never published. */
import { json, table, text } from '@hostmaster/storage';

export interface SetComment {
  readonly content: string;
  /** Who wrote it, as the client says. */
  readonly account: string;
  /** Unix time in seconds. */
  readonly modifiedAt: number;
}

export const setComments = table('set_comments', {
  domainId: text(),
  /** Relative to the domain; `@` for the apex. */
  name: text(),
  /** As in DNS, such as `TLSA`. */
  type: text(),
  comments: json<readonly SetComment[]>(),
});
