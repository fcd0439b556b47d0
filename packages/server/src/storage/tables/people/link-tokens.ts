/** One-time links. Times are machine time. */
import { type EntityOf, integer, json, nullable, table, text, word } from '@hostmaster/storage';

export type LinkKind = 'set_up' | 'sign_up' | 'verify_email' | 'change_email' | 'reset_password';

export const linkTokens = table('link_tokens', {
  hash: text(),
  kind: word<LinkKind>(),
  userId: nullable(text()),
  /** The workspace of a link that confirms its address for notices. */
  workspaceId: nullable(text()),
  payload: json<Readonly<Record<string, string>>>(),
  expiresAt: integer(),
});

export type LinkToken = EntityOf<typeof linkTokens>;
